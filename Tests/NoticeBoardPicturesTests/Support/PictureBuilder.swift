import Foundation
import NoticeBoardTesting

/// Builds pictures with the data that cameras and programs add, independently of the library's decoder.
enum PictureBuilder {
    static let secret = "37.5665N 126.9780E"

    // MARK: JPEG

    static func segment(_ marker: UInt8, _ content: Data) -> Data {
        let length = content.count + 2
        return Data([0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]) + content
    }

    /// Returns an Exif block in the given byte order: an orientation between two other entries, and a location.
    static func tiff(orientation: Int?, isLittle: Bool, asLong: Bool = false) -> Data {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            let big = (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
            return isLittle ? big.reversed() : big
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value
        }
        var entries = [entry(0x010F, 2, 4, Array("Cam\0".utf8)), entry(0x8825, 4, 1, number(60, 4))]
        if let orientation {
            let value = asLong ? number(orientation, 4) : number(orientation, 2) + [0, 0]
            entries.insert(entry(0x0112, asLong ? 4 : 3, 1, value), at: 1)
        }
        let head = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        return Data(head + number(entries.count, 2) + entries.flatMap(\.self) + number(0, 4)) + Data(secret.utf8)
    }

    static func exif(_ orientation: Int?, isLittle: Bool = false, asLong: Bool = false) -> Data {
        segment(0xE1, Data("Exif\0\0".utf8) + tiff(orientation: orientation, isLittle: isLittle, asLong: asLong))
    }

    /// Segments besides Exif that must not be sent.
    static let metadataSegments: [Data] = [
        segment(0xE1, Data(("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>" + secret).utf8)),
        segment(0xE1, Data(("http://ns.adobe.com/xmp/extension/\0" + secret).utf8)),
        segment(0xED, Data(("Photoshop 3.0\0" + "8BIM\u{4}\u{4}\0\0" + secret).utf8)),
        segment(0xE2, Data(("MPF\0" + secret).utf8)),
        segment(0xE0, Data(("JFXX\0\u{10}" + secret).utf8)), segment(0xE3, Data(secret.utf8)), segment(0xEF, Data(secret.utf8)),
        segment(0xFE, Data(secret.utf8)), segment(0xEE, Data(("Ducky" + secret).utf8)), segment(0xE1, Data()),
        segment(0xE1, Data("Exif".utf8)), Data([0xFF, 0xFF]) + segment(0xFE, Data(secret.utf8)),
    ]

    /// Returns a color profile of a screen: its curve and a color, and where `isNamed` the screen, the program and the date.
    static func profile(isNamed: Bool) -> Data {
        func text(_ text: String) -> Data { isNamed ? Data(text.utf8) : Data(count: text.utf8.count) }
        let description = Data("desc\0\0\0\0".utf8) + bigEndian(isNamed ? 19 : 1) + text("DELL U2515H 9X2VY5") + Data(count: 82)
        let color = Data("XYZ \0\0\0\0".utf8) + bigEndian(0x6FA2) + bigEndian(0x38F5) + bigEndian(0x390)
        let curve = Data("curv\0\0\0\0".utf8) + bigEndian(1) + Data([2, 0x33, 0, 0])
        let tags = [("desc", description), ("rXYZ", color), ("mmod", text("mmod 9X2VY5 made in March 2016  ")), ("rTRC", curve)]
        var (table, contents) = (Data(), Data())
        for (name, content) in tags {
            let place = UInt32(180 + contents.count)
            if isNamed || name != "mmod" { table += Data(name.utf8) + bigEndian(place) + bigEndian(UInt32(content.count)) }
            contents += content
        }
        table += Data(count: 48 - table.count)
        let date: [UInt8] = isNamed ? [7, 0xE0, 0, 3, 0, 4, 0, 9, 0, 8, 0, 7] : [7, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
        let size = bigEndian(UInt32(180 + contents.count))
        let start = size + text("appl") + bigEndian(0x0210_0000) + Data("mntrRGB XYZ ".utf8) + date
        let middle = Data("acsp".utf8) + text("APPL") + bigEndian(0) + text("DELLu25h") + Data(count: 12)
        let end = bigEndian(0xF6D6) + bigEndian(0x10000) + bigEndian(0xD32D) + text("lcms0123456789abcdef") + Data(count: 28)
        return start + middle + end + bigEndian(isNamed ? 4 : 3) + table + contents
    }

    /// Returns the segments of a color profile.
    static func segments(ofProfile parts: [Data]) -> Data {
        parts.enumerated().reduce(Data()) { sum, part in
            sum + segment(0xE2, Data("ICC_PROFILE\0".utf8) + [UInt8(part.offset + 1), UInt8(parts.count)] + part.element)
        }
    }

    /// Returns the offset after the JFIF header, or 2 if there is none.
    static func jpegHeaderEnd(_ jpeg: Data) -> Int { jpeg[jpeg.startIndex + 3] == 0xE0 ? 20 : 2 }

    static func inserted(_ more: Data, at place: Int, in file: Data) -> Data {
        file.prefix(place) + more + file.dropFirst(place)
    }

    /// Returns a JPEG of the given size in pixels and bytes with a valid structure and noise as its content.
    static func jpeg(width: Int, height: Int, bytes: Int, seed: UInt64 = 1) -> Data {
        var random = SeededRandom(seed: seed)
        let frame =
            [8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF), 1, 1, 0x11, 0] as [UInt8]
        var data = Data([0xFF, 0xD8]) + segment(0xC0, Data(frame)) + segment(0xDA, Data([1, 1, 0, 0, 63, 0]))
        var noise: [UInt8] = []
        while noise.count < min(1_000, bytes) {
            let byte = UInt8(truncatingIfNeeded: random.next())
            noise.append(byte)
            if byte == 0xFF { noise.append(0) }
        }
        while data.count < bytes - 2 { data.append(contentsOf: noise.prefix(bytes - 2 - data.count)) }
        if data.last == 0xFF { data[data.count - 1] = 0 }
        return data + [0xFF, 0xD9]
    }

    // MARK: GIF

    /// Returns a GIF of one pixel with the given number of extra bytes.
    static func gif(_ bytes: Int, of byte: UInt8 = 7) -> Data {
        let head = Data("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
        let picture = Data([0x21, 0xF9, 4, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1])
        return head + picture + gifBlocks(Data(repeating: byte, count: bytes)) + [0x3B]
    }

    /// Splits data into GIF sub-blocks of at most 255 bytes.
    static func gifBlocks(_ data: Data) -> Data {
        var result = Data(capacity: data.count + data.count / 255 + 2)
        for start in stride(from: 0, to: data.count, by: 255) {
            let piece = data[data.startIndex + start..<data.startIndex + min(start + 255, data.count)]
            result.append(UInt8(piece.count))
            result.append(piece)
        }
        return result + [0]
    }

    /// Returns the start of an application extension of a GIF.
    private static func program(_ name: String) -> Data { Data([0x21, 0xFF, 11]) + Data(name.utf8) }

    /// GIF blocks that must not be sent.
    static let gifMetadataBlocks: [Data] = [
        Data([0x21, 0xFE]) + gifBlocks(Data(secret.utf8)), Data([0x21, 0xFE]) + gifBlocks(Data(repeating: 0x21, count: 600)),
        // XMP is stored without sub-blocks; a descending row of bytes leads every decoder to its end.
        program("XMP DataXMP<x:xmpmeta>\(secret)") + [1] + (0...255).reversed().map { UInt8($0) } + [0],
        program("Photoshop8B") + gifBlocks(Data(secret.utf8)), Data([0x21, 0x77]) + gifBlocks(Data(secret.utf8)),
        Data([0x21, 0x01, 12]) + Data(repeating: 1, count: 12) + gifBlocks(Data(secret.utf8)),
    ]

    /// A GIF's repeat count, which must be kept.
    static let gifLoops = program("NETSCAPE2.0") + [3, 1, 0, 0, 0]

    static func gifProfile(_ profile: Data) -> Data { program("ICCRGBG1012") + gifBlocks(profile) }

    // MARK: PNG

    static func bigEndian(_ number: UInt32) -> Data { Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }) }

    static func chunk(_ name: String, _ content: Data) -> Data {
        let body = Data(name.utf8) + content
        return bigEndian(UInt32(content.count)) + body + bigEndian(crc32(body))
    }

    /// Computes the CRC of a chunk bit by bit.
    static func crc32(_ data: Data) -> UInt32 {
        ~data.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in (value >> 1) ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    static let metadataChunks: [Data] = [
        chunk("tEXt", Data(("Comment\0" + secret).utf8)), chunk("zTXt", Data(("Raw profile type exif\0\0" + secret).utf8)),
        chunk("iTXt", Data(("XML:com.adobe.xmp\0\0\0\0\0" + secret).utf8)), chunk("tIME", Data(repeating: 7, count: 7)),
        chunk("prVt", Data(secret.utf8)), bigEndian(4) + Data("teXt".utf8) + bigEndian(1) + bigEndian(99),
    ]

    /// Returns the chunk of a color profile, which is short enough for one uncompressed block.
    static func pngProfile(_ profile: Data, name: String = "ICC profile") -> Data {
        let (low, high) = (UInt8(profile.count & 0xFF), UInt8(profile.count >> 8))
        let sum = profile.reduce((1, 0)) { sum, byte in
            let first = (sum.0 + Int(byte)) % 65_521
            return (first, (sum.1 + first) % 65_521)
        }
        let block = Data([0x78, 1, 1, low, high, ~low, ~high]) + profile + bigEndian(UInt32(sum.1 << 16 | sum.0))
        return chunk("iCCP", Data((name + "\0\0").utf8) + block)
    }
}
