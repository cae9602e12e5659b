public import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

extension LinkFile.Kind {
    private static let signatures: [(kind: Self, bytes: [UInt8])] = [
        (.jpeg, JPEGPicture.beginning), (.png, PNGPicture.beginning), (.gif, Array("GIF87a".utf8)),
        (.gif, Array("GIF89a".utf8)), (.pdf, Array("%PDF-".utf8)),
    ]

    /// Creates the kind from a file's first bytes; throws `fileEmpty` or `fileKindUnknown`.
    init(of beginning: Data?) throws(NoticeBoardError) {
        guard let beginning, !beginning.isEmpty else { throw NoticeBoardError(.fileEmpty, "A file has no bytes.") }
        guard let known = Self.signatures.first(where: { beginning.starts(with: $0.bytes) }) else {
            throw NoticeBoardError(.fileKindUnknown, "By its content the file is none of jpg, png, gif, pdf.")
        }
        self = known.kind
    }

    /// Returns a picture without metadata, and whether it has its end; a document is returned unchanged.
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
        case .pdf: return (data, true)
        }
    }
}

extension LinkFile {
    /// Creates a file from data in memory; its first bytes decide the kind.
    ///
    /// Throws `fileKindUnknown` if the service does not accept such files, and `fileEmpty` without bytes.
    public init(content data: Data) throws { self.init(data, try Kind(of: data)) }

    /// Returns the file as it is sent: validated by its content and without a picture's metadata (Exif with the location, XMP,
    /// IPTC, comments, thumbnails, trailing bytes).
    ///
    /// Compressed data, colors and orientation stay. A picture on disk is read into memory; a document is sent unchanged
    /// and read during the upload. Throws `fileKindUnknown`, `fileDamaged`, `fileEmpty` or `fileUnavailable`.
    public func prepared() throws -> LinkFile {
        if isPrepared { return self }
        // The PNG signature is the longest one.
        let kind = try Kind(of: bytes(upTo: PNGPicture.beginning.count))
        guard kind == .pdf else { return LinkFile(try kind.cleaned(bytes()).data, kind) }
        var document = self
        document.kind = kind
        return document
    }
}
