public import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP

/// A picture or document to upload.
///
/// The service does not see the file's name or path: it is sent under a generated ASCII name with the extension of its kind.
public struct LinkFile: Sendable, Hashable, Redacted {
    /// The file type.
    public internal(set) var kind: Kind
    private let content: Multipart.Part.Content
    /// Whether it was already checked and is ready to send.
    private(set) var isPrepared = false

    /// Creates a file from data in memory.
    public init(_ data: Data, _ kind: Kind) {
        content = .data(data)
        self.kind = kind
    }

    /// Creates a file on disk, which is read during the upload; its first bytes decide the kind.
    ///
    /// Throws `fileKindUnknown` for an unsupported kind, `fileEmpty` without bytes, `fileUnavailable` if it can't be read.
    public init(contentsOf url: URL) throws {
        content = .file(url)
        kind = try Kind(of: HTTPBody.file(url).reader().read(upTo: PNGPicture.beginning.count))
    }

    /// The file types that the service accepts.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A JPEG picture.
        case jpeg = "jpg"
        /// A PNG picture.
        case png
        /// A GIF picture.
        case gif
        /// A PDF document.
        case pdf

        /// The MIME type.
        public var contentType: String {
            switch self {
            case .jpeg: "image/jpeg"
            case .png: "image/png"
            case .gif: "image/gif"
            case .pdf: "application/pdf"
            }
        }
    }

    /// 1 MB, as the service counts it.
    static let megabyte = 1_048_576

    /// Returns the file as it is sent; throws if it is invalid, empty or larger than `limit`.
    ///
    /// Before cleaning, a picture may have eight times the limit: cameras embed videos and second pictures.
    func ready(atMost limit: Int, else tooLarge: NoticeBoardError.Code, cleaning: Bool) throws -> LinkFile {
        try Task.checkCancellation()
        try check(limit: cleaning && kind != .pdf ? limit * 8 : limit, else: tooLarge)
        guard cleaning else { return self }
        let ready = try prepared()
        try ready.check(limit: limit, else: tooLarge)
        return ready
    }

    func readyForPost(cleaning: Bool = true) throws -> LinkFile {
        try ready(atMost: 10 * Self.megabyte, else: .fileTooLarge, cleaning: cleaning)
    }

    /// Throws if the file is empty, larger than `limit`, or cannot be read.
    func check(limit: Int, else tooLarge: NoticeBoardError.Code) throws(NoticeBoardError) {
        let size = try content.body().length
        guard size > 0 else { throw NoticeBoardError(.fileEmpty, "A file has no bytes.") }
        guard size <= limit else { throw NoticeBoardError(tooLarge, "A file has \(size) bytes; the service takes \(limit).") }
    }

    /// Returns at most the first `count` bytes.
    func bytes(upTo count: Int) throws -> Data { try content.body().reader().read(upTo: count) ?? Data() }

    /// Returns all bytes; throws if a file on disk changed during the read.
    package func bytes() throws(NoticeBoardError) -> Data { try content.body().bytes() }

    /// Creates a file on disk that is already prepared for sending.
    init(prepared url: URL, _ kind: Kind) {
        content = .file(url)
        self.kind = kind
        isPrepared = true
    }

    /// Returns the file as a part of a multipart form.
    func part(_ name: String, number: Int) -> Multipart.Part {
        Multipart.Part(
            name: name, fileName: "\(name)-\(number).\(kind.rawValue)", contentType: kind.contentType, content: content)
    }

    /// The kind alone: a path may name a person.
    public var description: String { "a \(kind.rawValue) file" }
}
