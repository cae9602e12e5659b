public import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP
public import NoticeBoardPictures

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

    /// Creates a file from data in memory; its first bytes decide the kind.
    ///
    /// Throws `fileKindUnknown` if the service does not accept such files, and `fileEmpty` without bytes.
    public init(data: Data) throws { self.init(unchecked: data, kind: try Kind(of: data)) }

    /// Creates a file from data in memory, of a kind that is checked when it is sent.
    public init(unchecked data: Data, kind: Kind) {
        content = .data(data)
        self.kind = kind
    }

    /// Creates a file on disk, which is read during the upload; its first bytes decide the kind.
    ///
    /// Throws `fileKindUnknown` for an unsupported kind, `fileEmpty` without bytes, `fileUnavailable` if it can't be read.
    public init(contentsOf url: URL) throws {
        content = .file(url)
        kind = try Kind(of: HTTPBody.file(url).reader().read(upTo: PictureKind.signatureLength))
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
            case .jpeg: PictureKind.jpeg.contentType
            case .png: PictureKind.png.contentType
            case .gif: PictureKind.gif.contentType
            case .pdf: "application/pdf"
            }
        }

        /// Creates the kind from a file's first bytes; throws `fileEmpty` or `fileKindUnknown`.
        init(of beginning: Data?) throws(NoticeBoardError) {
            guard let beginning, !beginning.isEmpty else { throw NoticeBoardError(.fileEmpty, "A file has no bytes.") }
            if let picture = PictureKind(of: beginning) {
                self.init(picture)
            } else if beginning.starts(with: "%PDF-".utf8) {
                self = .pdf
            } else {
                throw NoticeBoardError(.fileKindUnknown, "By its content the file is none of jpg, png, gif, pdf.")
            }
        }

        fileprivate init(_ picture: PictureKind) {
            switch picture {
            case .jpeg: self = .jpeg
            case .png: self = .png
            case .gif: self = .gif
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

    /// Creates a file from a picture without metadata, which is not cleaned again.
    public init(_ picture: CleanPicture) {
        self.init(unchecked: picture.data, kind: Kind(picture.kind))
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

    /// Returns the file as it is sent: validated by its content and without a picture's metadata (Exif with the location, XMP,
    /// IPTC, comments, thumbnails, trailing bytes).
    ///
    /// Compressed data, colors and orientation stay. A picture on disk is read into memory; a document is sent unchanged
    /// and read during the upload. Throws `fileKindUnknown`, `fileDamaged`, `fileEmpty` or `fileUnavailable`.
    public func prepared() throws -> LinkFile {
        if isPrepared { return self }
        let kind = try Kind(of: bytes(upTo: PictureKind.signatureLength))
        guard kind == .pdf else { return LinkFile(try CleanPicture(bytes())) }
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
    /// This is `CleanPicture.fitting` with the limit of a profile's picture. Throws `profilePictureTooLarge` if no version fits,
    /// `external` if `encode` fails.
    public static func picture(
        _ data: Data, atMost limit: Int = 1_048_576,
        encode: @Sendable (_ picture: Data, _ longestSide: Int?, _ quality: Double) throws -> Data
    ) async throws -> LinkFile {
        do {
            return LinkFile(try await CleanPicture.fitting(data, atMost: limit, encode: encode))
        } catch let error as NoticeBoardError where error.code == .pictureTooLarge {
            throw NoticeBoardError(.profilePictureTooLarge, error.detail)
        }
    }

    #if canImport(ImageIO)
        /// Returns a picture of at most `limit` bytes: without metadata if that fits, else re-encoded by Apple's ImageIO, which also
        /// reads HEIC.
        public static func picture(_ data: Data, atMost limit: Int = 1_048_576) async throws -> LinkFile {
            do {
                return LinkFile(try await CleanPicture.fitting(data, atMost: limit))
            } catch let error as NoticeBoardError where error.code == .pictureTooLarge {
                throw NoticeBoardError(.profilePictureTooLarge, error.detail)
            }
        }
    #endif
}
