public import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP

/// A picture or a document to be sent.
///
/// The service sees neither its name nor its place: it is sent under a name of the client's own, in ASCII, with the extension of
/// its kind.
public struct LinkFile: Sendable, Hashable {
    /// What kind of file it is.
    public internal(set) var kind: Kind
    private let content: Multipart.Part.Content
    /// Whether it was looked at before, and is as it is to be sent.
    private(set) var isPrepared = false

    /// A file that is in memory.
    public init(_ data: Data, _ kind: Kind) {
        content = .data(data)
        self.kind = kind
    }

    /// Creates a file on the disk, which is read while it is sent.
    ///
    /// The extension says of what kind it is; with another extension, or none, its first bytes do. Throws `fileKindUnknown` if the
    /// service takes no such files, `fileUnavailable` if the bytes are needed and cannot be read.
    public init(contentsOf url: URL) throws {
        content = .file(url)
        if let kind = Kind(fileExtension: url.pathExtension) {
            self.kind = kind
            return
        }
        let beginning = try HTTPBody.file(url).reader().read(upTo: PNGPicture.beginning.count) ?? Data()
        guard !beginning.isEmpty else { throw NoticeBoardError(.fileEmpty, "A file has no bytes.") }
        guard let kind = Kind(beginning: beginning) else { throw Self.unknown }
        self.kind = kind
    }

    /// The kinds of files that the service takes.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A JPEG picture.
        case jpeg = "jpg"
        /// A PNG picture.
        case png
        /// A GIF picture.
        case gif
        /// A PDF document.
        case pdf

        /// The kind of files with this extension, whatever its case; nothing where the service takes none.
        public init?(fileExtension: String) {
            let name = fileExtension.lowercased()
            self.init(rawValue: name == "jpeg" ? "jpg" : name)
        }

        /// What the kind is called on the wire.
        public var contentType: String {
            switch self {
            case .jpeg: "image/jpeg"
            case .png: "image/png"
            case .gif: "image/gif"
            case .pdf: "application/pdf"
            }
        }
    }

    /// 1 MB as the service counts it.
    static let megabyte = 1_048_576

    /// Throws if the file is empty, larger than `limit`, or cannot be read.
    ///
    /// A picture that is cleaned first may have eight times the limit: cameras put videos and second pictures into the file.
    func check(limit: Int, else tooLarge: NoticeBoardError.Code, beforeCleaning: Bool = false) throws(NoticeBoardError) {
        let limit = beforeCleaning && kind != .pdf ? limit * 8 : limit
        let size = try content.body().length
        guard size > 0 else { throw NoticeBoardError(.fileEmpty, "A file has no bytes.") }
        guard size <= limit else { throw NoticeBoardError(tooLarge, "A file has \(size) bytes; the service takes \(limit).") }
    }

    /// The first bytes, `count` at most.
    func bytes(upTo count: Int) throws -> Data { try content.body().reader().read(upTo: count) ?? Data() }

    /// All bytes; throws where a file on the disk was changed while it was read.
    package func bytes() throws(NoticeBoardError) -> Data { try content.body().bytes() }

    /// A file on the disk that is as it is to be sent.
    init(prepared url: URL, _ kind: Kind) {
        content = .file(url)
        self.kind = kind
        isPrepared = true
    }

    /// The file as the part of a form.
    func part(_ name: String, number: Int) -> Multipart.Part {
        Multipart.Part(
            name: name, fileName: "\(name)-\(number).\(kind.rawValue)", contentType: kind.contentType, content: content)
    }
}

extension LinkFile: Redacted {
    /// The kind alone: a path may name a person.
    public var description: String { "a \(kind.rawValue) file" }
}
