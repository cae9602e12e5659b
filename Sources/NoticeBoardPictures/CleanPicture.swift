public import Foundation
public import NoticeBoardBase

/// A picture without metadata, ready for an upload.
///
/// ```swift
/// let picture = try CleanPicture(photo)                     // without the place where it was taken
/// let small = try await CleanPicture.fitting(photo, atMost: 1 << 20)
/// ```
///
/// Exif with the location, XMP, IPTC, comments, thumbnails, and bytes behind the end are removed. The compressed data, colors and
/// orientation stay, so that the picture looks the same.
public struct CleanPicture: Sendable, Hashable, Redacted {
    /// The format.
    public let kind: PictureKind
    /// The bytes to upload.
    public let data: Data

    /// Removes the metadata of a picture; its first bytes decide the format.
    ///
    /// This takes milliseconds for a photo: call it off the main actor. Throws `fileEmpty` without bytes, `pictureKindUnknown` for
    /// another format, and `fileDamaged` for an invalid picture.
    public init(_ data: Data) throws(NoticeBoardError) {
        guard !data.isEmpty else { throw NoticeBoardError(.fileEmpty, "A picture has no bytes.") }
        guard let kind = PictureKind(of: data) else {
            throw NoticeBoardError(.pictureKindUnknown, "By its content the picture is none of jpg, png, gif.")
        }
        self.kind = kind
        self.data = try kind.cleaned(data).data
    }

    /// Creates a picture from bytes that are clean.
    init(cleaned data: Data, _ kind: PictureKind) {
        self.data = data
        self.kind = kind
    }

    /// The format alone.
    public var description: String { "a clean \(kind.rawValue) picture" }
}
