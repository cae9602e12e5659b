public import Foundation

/// Files that users attach in stories.
public enum LinkSampleFile {
    /// The location in the metadata of ``photo``.
    public static let place = "37.5665N 126.9780E"

    /// A valid PNG of one pixel with a location as text.
    public static let photo: Data = {
        let text = Data(("Location\0" + place).utf8)
        return pixel.prefix(33) + Data([0, 0, 0, UInt8(text.count)]) + Data("tEXt".utf8) + text + Data([0, 0, 0, 0])
            + pixel.dropFirst(33)
    }()

    private static let pixel =
        Data(
            base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
        ?? Data()

    /// Creates a PDF file of about the given size.
    public static func document(bytes: Int) -> Data { Data("%PDF-1.4\n".utf8) + Data(count: bytes) }

    /// Creates a JPEG of noise with a rotation and location data, as a camera would.
    public static func sidewaysPhoto() -> Data {
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            let length = content.count + 2
            return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
        }
        let entries: [[UInt8]] = [[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0], [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 60]]
        let tiff = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2] + entries.flatMap(\.self) + [0, 0, 0, 0] + Array(place.utf8)
        let frame: [UInt8] = [8, 0, 8, 0, 8, 1, 1, 0x11, 0]
        return Data(
            [0xFF, 0xD8] + segment(0xE1, Array("Exif\0\0".utf8) + tiff) + segment(0xC0, frame)
                + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0x34, 0x56] + [0xFF, 0xD9])
    }

    /// The first bytes of an HEIC picture.
    public static let heic = Data([0, 0, 0, 24]) + Data("ftypheic".utf8) + Data(count: 64)
}
