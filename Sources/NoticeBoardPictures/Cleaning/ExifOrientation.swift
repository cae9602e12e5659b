import Foundation

/// The orientation of a picture, 1 to 8: the one Exif value that is needed to draw it.
enum ExifOrientation {
    private static let tag = 0x0112

    /// Returns the orientation in a TIFF block of either byte order; `nil` if it has none.
    static func read(_ block: Data) -> Int? {
        let bytes = FileBytes(block)
        let isLittle = bytes.has("II".utf8, at: 0)
        func number(_ offset: Int, _ length: Int) -> Int? { bytes.number(offset, bytes: length, isLittle: isLittle) }
        guard isLittle || bytes.has("MM".utf8, at: 0), number(2, 2) == 42, let start = number(4, 4), start < bytes.count,
            let entries = number(start, 2)
        else { return nil }
        for entry in stride(from: start + 2, to: start + 2 + entries * 12, by: 12) {
            guard let found = number(entry, 2) else { return nil }
            guard found == tag else { continue }
            // A short is in the first half of the value field; some cameras write a long.
            let isLong = number(entry + 2, 2) == 4
            guard let orientation = number(entry + 8, isLong ? 4 : 2), 1...8 ~= orientation else { return nil }
            return orientation
        }
        return nil
    }

    /// Returns the orientation in an XMP packet, as an attribute or an element; `nil` if it has none.
    static func read(xmp packet: Data) -> Int? {
        guard let name = packet.range(of: Data("tiff:Orientation".utf8)) else { return nil }
        let rest = packet[name.upperBound...].drop { " \t\n\r=".utf8.contains($0) }.prefix(3)
        guard rest.count == 3, let quote = rest.first, let end = rest.last, "\"'>".utf8.contains(quote),
            end == quote || end == UInt8(ascii: "<")
        else { return nil }
        return rest.dropFirst().first.flatMap { 0x31...0x38 ~= $0 ? Int($0 - 0x30) : nil }
    }

    /// Returns a TIFF block with only an orientation.
    static func block(_ orientation: Int) -> Data {
        let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
        let entry: [UInt8] = [0, 1, UInt8(tag >> 8), UInt8(tag & 0xFF), 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
        return Data(header + entry + [0, 0, 0, 0])
    }
}
