public import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

extension LinkFile.Kind {
    /// The kind of the file that begins with these bytes, whatever it is called; nothing where the service takes none.
    public init?(beginning: Data) {
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

    /// Throws `fileDamaged` where a file of this kind breaks off before its end, or is none; nothing is looked for in documents.
    func checkWhole(_ data: Data) throws(NoticeBoardError) {
        switch self {
        case .jpeg: _ = try JPEGPicture(data)
        case .png: _ = try PNGPicture(data)
        case .gif: if try !GIFPicture(data).isEnded { throw FileBytes.damaged("it breaks off") }
        case .pdf: break
        }
    }
}

extension LinkFile {
    /// A file that is in memory, whose kind its bytes say.
    ///
    /// Throws `fileKindUnknown` if the service takes no such files, whatever they are called, and `fileEmpty` without bytes.
    public init(content data: Data) throws {
        guard !data.isEmpty else { throw NoticeBoardError(.fileEmpty, "A file has no bytes.") }
        guard let kind = Kind(beginning: data) else { throw Self.unknown }
        self.init(data, kind)
    }

    static let unknown = NoticeBoardError(.fileKindUnknown, "By its content the file is none of jpg, png, gif, pdf.")

    /// The file as it is sent: of the kind that its content says, whole, and without what cameras and programs write beside a
    /// picture (Exif with the place, XMP, IPTC, comments, small pictures, what stands behind the end).
    ///
    /// No pixel is touched: compressed data, colour profile and which way up it is stay. A picture on the disk is read into memory;
    /// a document is sent as it is, and read while it is sent. Throws `fileKindUnknown`, `fileDamaged`, `fileEmpty` or
    /// `fileUnavailable`.
    public func prepared() throws -> LinkFile {
        if isPrepared { return self }
        // No kind has a longer mark.
        let beginning = try bytes(upTo: PNGPicture.beginning.count)
        guard !beginning.isEmpty else { throw NoticeBoardError(.fileEmpty, "A file has no bytes.") }
        guard let kind = Kind(beginning: beginning) else { throw Self.unknown }
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
