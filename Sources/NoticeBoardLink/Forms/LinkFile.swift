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
    private var preparation = Uncompared(false)
    /// Whether it was already checked and is ready to send.
    var isPrepared: Bool { preparation.value }

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
        preparation = Uncompared(true)
    }

    /// Creates a picture that is already clean, so that it is not cleaned again.
    private init(cleaned data: Data, _ kind: Kind) {
        self.init(data, kind)
        preparation = Uncompared(true)
    }

    /// Returns the file as a part of a multipart form.
    func part(_ name: String, number: Int) -> Multipart.Part {
        Multipart.Part(
            name: name, fileName: "\(name)-\(number).\(kind.rawValue)", contentType: kind.contentType, content: content)
    }

    /// The kind alone: a path may name a person.
    public var description: String { "a \(kind.rawValue) file" }

    // MARK: Cleaning

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
        guard kind == .pdf else { return LinkFile(cleaned: try kind.cleaned(bytes()).data, kind) }
        var document = self
        document.kind = kind
        return document
    }

    // MARK: Fitting into a limit

    /// Returns a picture of at most `limit` bytes: without metadata if that fits, else re-encoded by `encode`.
    ///
    /// ```swift
    /// form.picture = try await LinkFile.picture(data) { picture, longestSide, quality in
    ///     try Vips.thumbnail(picture, longestSide ?? .max, uprighted: true).jpeg(quality: quality)
    /// }
    /// ```
    ///
    /// `encode` returns the picture as an upright JPEG whose sides have at most `longestSide` pixels, if given, with a quality
    /// from 0 to 1. It never enlarges a picture, and may block. It is called at most eight times, off the main actor.
    ///
    /// Tries a few sizes and qualities, best first, and returns the first that fits. Also takes pictures that the service does
    /// not accept, such as HEIC, if `encode` reads them. Throws `profilePictureTooLarge` if no version fits, `external` if
    /// `encode` fails.
    public static func picture(
        _ data: Data, atMost limit: Int = 1_048_576,
        encode: @Sendable (_ picture: Data, _ longestSide: Int?, _ quality: Double) throws -> Data
    ) async throws -> LinkFile {
        if let file = try? LinkFile(content: data).prepared(), file.kind != .pdf, try file.bytes().count <= limit { return file }
        func encoded(_ side: Int?, _ quality: Double) throws -> (data: Data, side: Int) {
            let encoded: Data
            do { encoded = try encode(data, side, quality) } catch let error as CancellationError { throw error } catch {
                throw NoticeBoardError(wrapping: error)
            }
            // The encoder may have added metadata.
            let picture = try JPEGPicture(encoded)
            return (picture.cleaned, max(picture.size.width, picture.size.height))
        }
        let (whole, side) = try encoded(nil, 0.9)
        var fitting = whole
        for (scale, quality) in fittingSteps where fitting.count > limit {
            try Task.checkCancellation()
            fitting = try encoded(max(1, Int(Double(side) * scale)), quality).data
        }
        guard fitting.count <= limit else {
            throw NoticeBoardError(.profilePictureTooLarge, "However small it is made, the picture has more than \(limit) bytes.")
        }
        return LinkFile(cleaned: fitting, .jpeg)
    }

    /// Scale and quality of each further attempt, best first.
    package static let fittingSteps: [(scale: Double, quality: Double)] = [
        (1, 0.7), (0.65, 0.7), (0.5, 0.65), (0.35, 0.65), (0.2, 0.6), (0.08, 0.6), (0.025, 0.5),
    ]
}
