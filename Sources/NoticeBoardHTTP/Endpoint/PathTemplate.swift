public import Foundation
public import NoticeBoardBase

/// The target of a call: a path below the base URL, as an interpolation (`"boards/\(id)/posts"`), or a URL from a server
/// (`.url(link)`).
///
/// Each interpolated value is percent-encoded, so that it can never add a segment, a query or a fragment. The rest must be a
/// literal: `.get(someString)` does not compile. Its letters beyond ASCII are percent-encoded as well. A relative path from a
/// server is split explicitly: `"\(segments: path)"`.
///
/// A leading slash in the literal is ignored, a trailing one is kept, and `""` is the base URL itself.
public struct PathTemplate: Sendable, Hashable, ExpressibleByStringInterpolation, Redacted {
    /// The path without leading and trailing slashes of the literal.
    private let encoded: String
    /// Whether the literal ends with a slash.
    private let isClosed: Bool
    /// A URL that replaces the path.
    let url: URL?
    /// The path with `{}` for each value, safe to log.
    public let label: String

    /// Creates a path without values.
    public init(stringLiteral text: StaticString) {
        var path = Interpolation(literalCapacity: 0, interpolationCount: 0)
        path.appendLiteral(text)
        self.init(stringInterpolation: path)
    }

    /// Creates a path with values.
    public init(stringInterpolation path: Interpolation) {
        // In the label, unlike in the path, a slash at the end is always one of the literal.
        let endsInSlash = path.label.utf8.last == UInt8(ascii: "/")
        encoded = endsInSlash ? String(path.encoded.unicodeScalars.dropLast()) : path.encoded
        isClosed = endsInSlash || (path.label.isEmpty && path.beginsInSlash)
        label = path.label
        url = nil
    }

    private init(_ url: URL) {
        encoded = ""
        isClosed = false
        label = Self.labelOfURL
        self.url = url
    }

    /// The label of a URL instead of a path.
    static let labelOfURL = "{url}"

    /// A URL instead of a path: a presigned upload, a file on a CDN, the next page in a `Link` field.
    ///
    /// A relative URL is resolved against the base URL, as in a browser. The call passes through the client like any other.
    /// Another origin than the base URL's gets neither the token nor the client's header fields, except `Accept`,
    /// `Accept-Language` and `User-Agent`; it gets the call's own fields. Logs show `{url}`.
    public static func url(_ url: URL) -> PathTemplate { PathTemplate(url) }

    /// Appends the path, each segment after a slash.
    ///
    /// Throws for an empty, `.` or `..` segment, which would change the path.
    func append(to target: inout [UInt8]) throws(NoticeBoardError) {
        defer { if isClosed || target.isEmpty { target.append(UInt8(ascii: "/")) } }
        // The base URL itself; a value that is empty has a label.
        if label.isEmpty || label == "/" { return }
        for segment in encoded.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if let byte = segment.first(where: { $0 < 0x80 && !PercentEncoding.isAllowedInSegment($0) }) {
                let mark = Unicode.Scalar(byte).escaped(asASCII: true)
                throw NoticeBoardError(
                    invalid: .path, "The path \(label) holds \(mark): values go into \\(…), a query into query:.")
            }
            if segment.count <= 2, segment.allSatisfy({ $0 == UInt8(ascii: ".") }) {
                let what = segment.isEmpty ? "an empty segment" : "the segment \(String(Substring(segment)))"
                throw NoticeBoardError(invalid: .path, "The path \(label) has \(what).")
            }
            target.append(UInt8(ascii: "/"))
            for byte in segment {
                // Values are encoded already, so this is a letter of the literal.
                if byte < 0x80 { target.append(byte) } else { PercentEncoding.appendEscaped(byte, to: &target) }
            }
        }
    }

    /// Collects the literals and the encoded values of a path.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var encoded = ""
        fileprivate var label = ""
        fileprivate var beginsInSlash = false

        /// Creates an empty path.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// Appends a literal.
        public mutating func appendLiteral(_ literal: StaticString) {
            var text = literal.description
            if label.isEmpty, text.utf8.first == UInt8(ascii: "/") {
                text.unicodeScalars.removeFirst()
                beginsInSlash = true
            }
            encoded += text
            label += text
        }

        /// Appends a value, percent-encoded including slashes.
        public mutating func appendInterpolation(_ value: some QueryValue) { append(PercentEncoding.encoded(value.queryText)) }

        /// Appends a relative path from a server: each segment is percent-encoded, the slashes between them stay.
        public mutating func appendInterpolation(segments path: String) {
            let segments = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            append(segments.map { PercentEncoding.encoded(String($0)) }.joined(separator: "/"))
        }

        private mutating func append(_ value: String) {
            encoded += value
            label += "{}"
        }
    }

    /// The path with `{}` for each value.
    public var description: String { label }
}
