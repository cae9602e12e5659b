import Foundation

/// A text of a PNG in which programs store an orientation: an XMP packet, or a block of metadata in hexadecimal digits.
enum PNGText {
    private static let packet = "XML:com.adobe.xmp\0"
    private static let block = "Raw profile type "
    /// The largest text that is read, in bytes.
    private static let longest = 1 << 20

    /// Whether the content of a text chunk may have an orientation.
    static func isKnown(_ content: Data) -> Bool { [packet, block].contains { content.starts(with: $0.utf8) } }

    /// Returns the orientation in the content of a `tEXt`, `zTXt` or `iTXt` chunk.
    static func orientation(in content: Data, of chunk: String) -> Int? {
        var text = content.drop { $0 != 0 }.dropFirst()
        var isCompressed = chunk == "zTXt"
        if chunk == "iTXt" {
            isCompressed = text.first == 1
            text = text.dropFirst(2)
            // The language and the translated name.
            for _ in 0..<2 { text = text.drop { $0 != 0 }.dropFirst() }
        } else if isCompressed {
            text = text.dropFirst()
        }
        guard let read = isCompressed ? Inflate.content(of: text, atMost: longest) : text else { return nil }
        if content.starts(with: packet.utf8) { return ExifOrientation.read(xmp: read) }
        let data = digits(of: read)
        let exif = "Exif\0\0".utf8
        return ExifOrientation.read(data.starts(with: exif) ? data.dropFirst(exif.count) : data)
            ?? ExifOrientation.read(xmp: data)
    }

    /// Returns the bytes of a block, whose digits follow a line with its name and a line with its length.
    private static func digits(of text: Data) -> Data {
        let lines = text.split(separator: 0x0A, maxSplits: 2)
        let digits = lines.count == 3 ? lines[2].compactMap { Character(UnicodeScalar($0)).hexDigitValue } : []
        return Data(stride(from: 1, to: digits.count, by: 2).map { UInt8(digits[$0 - 1] << 4 | digits[$0]) })
    }
}
