import Foundation
import NoticeBoardBase

/// A PNG picture, cleaned chunk by chunk up to its end, without decompressing it.
struct PNGPicture {
    /// The picture without metadata (text, XMP, Exif, time) and trailing bytes.
    ///
    /// Orientation and colors stay.
    private(set) var cleaned = Data(beginning)

    static let beginning: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Throws `fileDamaged` if the picture is truncated, a chunk exceeds the file, or a necessary chunk is invalid.
    ///
    /// Other chunks with a wrong checksum are dropped, as decoders do.
    init(_ data: Data) throws(NoticeBoardError) {
        let bytes = FileBytes(data)
        guard bytes.has(Self.beginning, at: 0) else { throw FileBytes.damaged("it does not begin as a PNG does") }
        guard bytes.has([0, 0, 0, 13] + Array("IHDR".utf8), at: 8), let width = bytes.number(16, bytes: 4),
            let height = bytes.number(20, bytes: 4), width > 0, height > 0
        else { throw FileBytes.damaged("it does not say how large it is") }
        // A palette has at most three bytes for each value of a pixel.
        let colors = bytes.byte(25) == 3 ? min(3 << Int(bytes.byte(24) ?? 8), 768) : 768
        var offset = 8
        var counts: [String: Int] = [:]
        var orientation: Int?
        var texts: [(chunk: String, content: Data)] = []
        while true {
            guard let length = bytes.number(offset, bytes: 4), length <= bytes.count - offset - 12 else {
                throw FileBytes.damaged("a chunk is longer than the file")
            }
            let chunk = bytes[offset..<offset + 12 + length]
            let content = chunk.dropFirst(8).dropLast(4)
            let summed = chunk.dropFirst(4).dropLast(4)
            let name = String(decoding: summed.prefix(4), as: UTF8.self)
            offset += chunk.count
            guard name.utf8.allSatisfy({ 0x41...0x5A ~= $0 & 0xDF }) else { throw FileBytes.damaged("a chunk has no name") }
            // A decoder must know a chunk with a capital letter to show the picture.
            let isCritical = name.utf8.first.map { $0 & 0x20 == 0 } ?? false
            guard !isCritical || Self.critical.contains(name) else { throw FileBytes.damaged("a chunk is unknown") }
            if name == "IEND" { break }
            if PNGText.isKnown(content), texts.count < 16 { texts.append((name, content)) }
            guard isCritical || Self.kept[name]?.contains(length) == true else { continue }
            guard chunk.suffix(4) == FileBytes.word(CRC32.of(summed)) else {
                if isCritical { throw FileBytes.damaged("a sum is wrong") }
                continue
            }
            guard name != "PLTE" || length <= colors else { throw FileBytes.damaged("it has too many colors") }
            counts[name, default: 0] += 1
            switch name {
            case "eXIf": orientation = orientation ?? ExifOrientation.read(content)
            case "iCCP":
                // Each profile may inflate to megabytes, and a decoder reads only the first.
                if counts[name] == 1 { cleaned += Self.profile(content) }
            default: cleaned += chunk
            }
        }
        guard counts["IDAT"] != nil else { throw FileBytes.damaged("it has no picture") }
        guard counts["IHDR"] == 1, counts["PLTE", default: 1] == 1 else {
            throw FileBytes.damaged("it says twice how large it is, or which colors it has")
        }
        orientation = orientation ?? texts.lazy.compactMap { PNGText.orientation(in: $0.content, of: $0.chunk) }.first
        if let orientation, orientation != 1 {
            // After the chunk with the size, which has 25 bytes.
            cleaned.insert(contentsOf: Self.chunk("eXIf", ExifOrientation.block(orientation)), at: 33)
        }
        cleaned += Self.chunk("IEND", Data())
    }

    private static let critical: Set = ["IHDR", "PLTE", "IDAT", "IEND"]

    /// The chunks that affect how pixels look or move, with their valid lengths: extra bytes could hide text.
    private static let kept: [String: ClosedRange<Int>] = [
        "tRNS": 1...256, "cHRM": 32...32, "gAMA": 4...4, "iCCP": 3...Int(Int32.max), "sBIT": 1...4, "sRGB": 1...1, "cICP": 4...4,
        "mDCV": 24...24, "cLLI": 8...8, "bKGD": 1...6, "hIST": 2...512, "pHYs": 9...9, "acTL": 8...8, "fcTL": 26...26,
        "fdAT": 4...Int(Int32.max), "eXIf": 1...Int(Int32.max),
    ]

    /// Returns the chunk with the colors of a profile under a neutral name: programs store the display's name there.
    private static func profile(_ content: Data) -> Data {
        let name = content.prefix { $0 != 0 }
        let whole = name.count < 80 ? Inflate.content(of: content.dropFirst(name.count + 2), atMost: ColorProfile.longest) : nil
        guard let profile = whole.flatMap(ColorProfile.cleaned) else { return Data() }
        return chunk("iCCP", Data("ICC profile\0\0".utf8) + Inflate.stream(of: profile))
    }

    private static func chunk(_ name: String, _ content: Data) -> Data {
        let summed = Data(name.utf8) + content
        return FileBytes.word(UInt32(content.count)) + summed + FileBytes.word(CRC32.of(summed))
    }
}
