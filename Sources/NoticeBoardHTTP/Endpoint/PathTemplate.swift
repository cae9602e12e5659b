public import Foundation
public import NoticeBoardBase

/// Where a call goes: a path below the base URL, written as an interpolation (`"boards/\(id)/posts"`), or an address that a
/// server handed out (`.url(link)`).
///
/// What is interpolated is percent-encoded value by value, so that it can never add a segment, a query or a fragment.
/// What is not interpolated must stand in source: `.get(someString)` does not compile. A relative path that came from a
/// server is taken apart on purpose: `"\(segments: path)"`.
///
/// A slash at the beginning of what stands in source says nothing, one at its end is kept, and `""` is the base URL itself.
public struct PathTemplate: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// Without the slashes that stand in source at either end.
    private let encoded: String
    /// Whether a slash stands in source at its end.
    private let isClosed: Bool
    /// Whether nothing stands there but, perhaps, a slash in source.
    private let isRoot: Bool
    /// An address that takes the path's place.
    let url: URL?
    /// The path with `{}` for each value, which makes it safe to log.
    public let label: String

    /// A path without values.
    public init(stringLiteral text: StaticString) {
        var path = Interpolation(literalCapacity: 0, interpolationCount: 0)
        path.appendLiteral(text)
        self.init(stringInterpolation: path)
    }

    /// A path with values.
    public init(stringInterpolation path: Interpolation) {
        let endsInSlash = path.endsInSource && path.encoded.utf8.last == UInt8(ascii: "/")
        encoded = endsInSlash ? String(path.encoded.unicodeScalars.dropLast()) : path.encoded
        isRoot = path.isAllSource && encoded.isEmpty
        isClosed = endsInSlash || (isRoot && path.beginsInSlash)
        label = path.label
        url = nil
    }

    private init(_ url: URL) {
        (encoded, isClosed, isRoot, label) = ("", false, false, "{url}")
        self.url = url
    }

    /// An address in place of a path: a presigned upload, a file of a CDN, the next page of a `Link` field.
    ///
    /// A relative one is below the base URL's own address, as a browser would have it. It takes the same way through the client as
    /// every call. To another origin than the base URL's go neither the token nor the header fields of the client, but for
    /// `Accept`, `Accept-Language` and `User-Agent`; those of the call itself do. In logs it is `{url}`.
    public static func url(_ url: URL) -> PathTemplate { PathTemplate(url) }

    /// Appends the path, each segment after a slash.
    ///
    /// An empty, `.` or `..` segment would name another place: refused.
    func append(to target: inout [UInt8]) throws(NoticeBoardError) {
        defer { if isClosed || target.isEmpty { target.append(UInt8(ascii: "/")) } }
        if isRoot { return }
        target.append(UInt8(ascii: "/"))
        let start = target.count
        target.append(contentsOf: encoded.utf8)
        var segment = start
        for place in start...target.count {
            if place < target.count, target[place] != UInt8(ascii: "/") {
                guard PercentEncoding.mayStandInSegment(target[place]) else { throw misused(target[place]) }
                continue
            }
            let length = place - segment
            if length == 0 || (length <= 2 && target[segment..<place].allSatisfy { $0 == UInt8(ascii: ".") }) {
                let what = length == 0 ? "an empty segment" : "the segment \(String(repeating: ".", count: length))"
                throw NoticeBoardError(.invalidInput, "The path \(label) has \(what).", remedy: .fixInput(.path))
            }
            segment = place + 1
        }
    }

    private func misused(_ byte: UInt8) -> NoticeBoardError {
        NoticeBoardError(
            .invalidInput,
            "The path \(label) holds \(Unicode.Scalar(byte).escaped(asASCII: true)): values go into \\(…), a query into query:.",
            remedy: .fixInput(.path))
    }
}

extension PathTemplate {
    /// Collects the literals and the encoded values of a path.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var encoded = ""
        fileprivate var label = ""
        fileprivate var beginsInSlash = false
        fileprivate var isAllSource = true
        fileprivate var endsInSource = true

        /// Nothing yet.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// A piece that stands in source.
        public mutating func appendLiteral(_ literal: StaticString) {
            var text = literal.description
            if label.isEmpty, text.utf8.first == UInt8(ascii: "/") {
                text.unicodeScalars.removeFirst()
                beginsInSlash = true
            }
            encoded += text
            label += text
            // An empty piece is written by the compiler.
            if !text.isEmpty { endsInSource = true }
        }

        /// A value: percent-encoded, slashes too.
        public mutating func appendInterpolation(_ value: some QueryValue) { append(PercentEncoding.encoded(value.queryText)) }

        /// A relative path from a server: each segment is percent-encoded, the slashes between them stay.
        public mutating func appendInterpolation(segments path: String) {
            let segments = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            append(segments.map { PercentEncoding.encoded(String($0)) }.joined(separator: "/"))
        }

        private mutating func append(_ value: String) {
            encoded += value
            label += "{}"
            (isAllSource, endsInSource) = (false, false)
        }
    }
}

extension PathTemplate: Redacted {
    /// The path with `{}` for each value.
    public var description: String { label }
}
