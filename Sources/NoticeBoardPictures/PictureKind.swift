public import Foundation
import NoticeBoardBase

/// A format of pictures that can be cleaned.
///
/// The raw value is the extension of a file name.
public enum PictureKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A JPEG picture.
    case jpeg = "jpg"
    /// A PNG picture.
    case png
    /// A GIF picture.
    case gif

    /// The MIME type.
    public var contentType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        }
    }

    /// The number of first bytes that decide the kind of a file: those of a PNG.
    public static let signatureLength = PNGPicture.beginning.count

    private static let signatures: [(kind: Self, bytes: [UInt8])] = [
        (.jpeg, JPEGPicture.beginning), (.png, PNGPicture.beginning), (.gif, Array("GIF87a".utf8)), (.gif, Array("GIF89a".utf8)),
    ]

    /// Creates the kind from a file's first bytes; `nil` if it is none of these formats.
    public init?(of beginning: Data) {
        guard let known = Self.signatures.first(where: { beginning.starts(with: $0.bytes) }) else { return nil }
        self = known.kind
    }

    /// Returns a picture without metadata, and whether it has its end.
    ///
    /// Throws `fileDamaged` for an invalid picture.
    func cleaned(_ data: Data) throws(NoticeBoardError) -> (data: Data, isWhole: Bool) {
        switch self {
        case .jpeg:
            let picture = try JPEGPicture(data)
            return (picture.cleaned, picture.isEnded)
        case .png: return (try PNGPicture(data).cleaned, true)
        case .gif:
            let picture = try GIFPicture(data)
            return (picture.cleaned, picture.isEnded)
        }
    }
}
