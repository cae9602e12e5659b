/// The name of a header field: compared case-insensitively, with its spelling kept.
public struct HTTPHeaderName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as written.
    public let text: String

    /// Creates a name at run time; `nil` unless it is a token (RFC 9110, 5.6.2).
    public init?(_ text: String) {
        guard Self.isToken(text) else { return nil }
        self.text = text
    }

    /// Whether `text` is a token (RFC 9110, 5.6.2).
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Compares case-insensitively.
    public static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8) { folded($0) == folded($1) }
    }

    /// Hashes case-insensitively.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(Self.folded(byte)) }
        hasher.combine(text.utf8.count)
    }

    /// A token has only ASCII letters.
    private static func folded(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte | 32 : byte }

    /// Creates a name from a literal.
    ///
    /// The literal must be a token.
    public init(stringLiteral text: StaticString) {
        guard let name = HTTPHeaderName(text.description) else {
            preconditionFailure("\"\(text)\" is not a header name: letters, digits and !#$%&'*+-.^_`|~ only")
        }
        self = name
    }

    /// Names of fields with a single value, or with commas in it, which are not joined when they repeat.
    static let single: Set<HTTPHeaderName> = [
        .authorization, "Content-Disposition", .contentLength, "Content-Range", .contentType, .date, .etag, .lastModified,
        .location,
        .proxyAuthorization, .retryAfter, "Server", "Set-Cookie", .userAgent, "Age", "Content-Location", "Expires", "Host",
        "Referer",
    ]

    /// The name as written.
    public var description: String { text }

    /// `Accept`.
    public static let accept: HTTPHeaderName = "Accept"
    /// `Accept-Language`.
    public static let acceptLanguage: HTTPHeaderName = "Accept-Language"
    /// `Authorization`.
    public static let authorization: HTTPHeaderName = "Authorization"
    /// `Cache-Control`.
    public static let cacheControl: HTTPHeaderName = "Cache-Control"
    /// `Content-Encoding`.
    public static let contentEncoding: HTTPHeaderName = "Content-Encoding"
    /// `Content-Length`.
    public static let contentLength: HTTPHeaderName = "Content-Length"
    /// `Content-Type`.
    public static let contentType: HTTPHeaderName = "Content-Type"
    /// `Cookie`.
    public static let cookie: HTTPHeaderName = "Cookie"
    /// `Date`.
    public static let date: HTTPHeaderName = "Date"
    /// `ETag`: the version of the resource in a response.
    public static let etag: HTTPHeaderName = "ETag"
    /// `Idempotency-Key`: the same on every attempt of one call, so that a repeated request is carried out once.
    public static let idempotencyKey: HTTPHeaderName = "Idempotency-Key"
    /// `If-Modified-Since`.
    public static let ifModifiedSince: HTTPHeaderName = "If-Modified-Since"
    /// `If-None-Match`: send the resource only if its version differs.
    public static let ifNoneMatch: HTTPHeaderName = "If-None-Match"
    /// `Last-Event-ID`: the last event received, after which the stream resumes.
    public static let lastEventID: HTTPHeaderName = "Last-Event-ID"
    /// `Last-Modified`.
    public static let lastModified: HTTPHeaderName = "Last-Modified"
    /// `Link`: related URLs, such as the next page.
    public static let link: HTTPHeaderName = "Link"
    /// `Location`.
    public static let location: HTTPHeaderName = "Location"
    /// `Proxy-Authorization`.
    public static let proxyAuthorization: HTTPHeaderName = "Proxy-Authorization"
    /// `Retry-After`.
    public static let retryAfter: HTTPHeaderName = "Retry-After"
    /// `Transfer-Encoding`: for example `chunked`.
    public static let transferEncoding: HTTPHeaderName = "Transfer-Encoding"
    /// `User-Agent`.
    public static let userAgent: HTTPHeaderName = "User-Agent"
}
