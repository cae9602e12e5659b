public import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

extension LinkFile.Kind {
    /// Creates the kind from a file's first bytes; `nil` if the service does not accept such files.
    init?(beginning: Data) {
        let bytes = FileBytes(beginning)
        if bytes.has(JPEGPicture.beginning, at: 0) {
            self = .jpeg
        } else if bytes.has(PNGPicture.beginning, at: 0) {
            self = .png
        } else if GIFPicture.beginnings.contains(where: { bytes.has($0.utf8, at: 0) }) {
            self = .gif
        } else if bytes.has("%PDF-".utf8, at: 0) {
            self = .pdf
        } else {
            return nil
        }
    }

    /// Creates the kind from a file's first bytes; throws `fileEmpty` or `fileKindUnknown`.
    init(of beginning: Data?) throws(NoticeBoardError) {
        guard let beginning, !beginning.isEmpty else { throw NoticeBoardError(.fileEmpty, "A file has no bytes.") }
        guard let kind = Self(beginning: beginning) else {
            throw NoticeBoardError(.fileKindUnknown, "By its content the file is none of jpg, png, gif, pdf.")
        }
        self = kind
    }

    /// Throws `fileDamaged` if a picture is truncated or invalid; documents are not checked.
    func checkWhole(_ data: Data) throws(NoticeBoardError) {
        switch self {
        case .jpeg: if try !JPEGPicture(data).isEnded { throw FileBytes.damaged("it breaks off") }
        case .png: _ = try PNGPicture(data)
        case .gif: if try !GIFPicture(data).isEnded { throw FileBytes.damaged("it breaks off") }
        case .pdf: break
        }
    }
}

extension LinkFile {
    /// Creates a file from data in memory; its first bytes decide the kind.
    ///
    /// Throws `fileKindUnknown` if the service does not accept such files, and `fileEmpty` without bytes.
    public init(content data: Data) throws {
        self.init(data, try Kind(of: data))
    }

    /// Returns the file as it is sent: validated by its content and without a picture's metadata (Exif with the location, XMP,
    /// IPTC, comments, thumbnails, trailing bytes).
    ///
    /// Compressed data, colors and orientation stay. A picture on disk is read into memory; a document is sent unchanged
    /// and read during the upload. Throws `fileKindUnknown`, `fileDamaged`, `fileEmpty` or `fileUnavailable`.
    public func prepared() throws -> LinkFile {
        if isPrepared { return self }
        // The PNG signature is the longest one.
        let kind = try Kind(of: bytes(upTo: PNGPicture.beginning.count))
        switch kind {
        case .jpeg: return LinkFile(try JPEGPicture(bytes()).stripped(), kind)
        case .png: return LinkFile(try PNGPicture(bytes()).stripped(), kind)
        case .gif: return LinkFile(try GIFPicture(bytes()).stripped(), kind)
        case .pdf:
            var document = self
            document.kind = kind
            return document
        }
    }
}
