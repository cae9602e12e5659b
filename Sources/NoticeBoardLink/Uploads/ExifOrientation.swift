import Foundation

/// The orientation of a picture, 1 to 8: the one Exif value that is needed to draw it.
enum ExifOrientation {
    private static let tag = 0x0112

    /// Returns the orientation in a TIFF block of either byte order; `nil` if it has none.
    static func read(_ block: Data) -> Int? {
        let bytes = FileBytes(block)
        let isLittle: Bool
        switch (bytes.byte(0), bytes.byte(1)) {
        case (0x49, 0x49): isLittle = true
        case (0x4D, 0x4D): isLittle = false
        default: return nil
        }
        guard bytes.number16(2, isLittle: isLittle) == 42, let start = bytes.number32(4, isLittle: isLittle), start < bytes.count,
            let entries = bytes.number16(start, isLittle: isLittle)
        else { return nil }
        for number in 0..<entries {
            let entry = start + 2 + number * 12
            guard let found = bytes.number16(entry, isLittle: isLittle) else { return nil }
            guard found == tag else { continue }
            // A short is in the first half of the value field; some cameras write a long.
            let isLong = bytes.number16(entry + 2, isLittle: isLittle) == 4
            let value = isLong ? bytes.number32(entry + 8, isLittle: isLittle) : bytes.number16(entry + 8, isLittle: isLittle)
            return value.flatMap { 1...8 ~= $0 ? $0 : nil }
        }
        return nil
    }

    /// Returns the orientation in an XMP packet, as an attribute or an element; `nil` if it has none.
    static func read(xmp packet: Data) -> Int? {
        guard let name = packet.range(of: Data("tiff:Orientation".utf8)) else { return nil }
        let rest = packet[name.upperBound...].drop { [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "=")].contains($0) }
        let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ">")]
        guard let quote = rest.first, quotes.contains(quote), let digit = rest.dropFirst().first,
            let end = rest.dropFirst(2).first, end == quote || end == UInt8(ascii: "<")
        else { return nil }
        return 0x31...0x38 ~= digit ? Int(digit - 0x30) : nil
    }

    /// Returns a TIFF block with only an orientation.
    static func block(_ orientation: Int) -> Data {
        let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
        let entry: [UInt8] = [0, 1, UInt8(tag >> 8), UInt8(tag & 0xFF), 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
        return Data(header + entry + [0, 0, 0, 0])
    }
}
