import NoticeBoardBase

/// A path below the base URL, written as an interpolation: `"boards/\(id)/posts"`.
///
/// What is interpolated is percent-encoded value by value, so that it can never add a segment, a query or a fragment.
/// What is not interpolated must stand in source: `.get(someString)` does not compile. A relative path that came from a
/// server is taken apart on purpose: `"\(segments: path)"`.
public struct PathTemplate: Sendable, Hashable, ExpressibleByStringInterpolation {
    private let encoded: String
    /// The path with `{}` for each value, which makes it safe to log.
    public let label: String

    /// A path without values.
    public init(stringLiteral text: StaticString) {
        encoded = text.description
        label = encoded
    }

    /// A path with values.
    public init(stringInterpolation: Interpolation) {
        encoded = stringInterpolation.encoded
        label = stringInterpolation.label
    }

    /// Appends the path, each segment after a slash.
    ///
    /// An empty, `.` or `..` segment would name another place: refused.
    func append(to target: inout String) throws(NoticeBoardError) {
        var start = encoded.startIndex
        let utf8 = encoded.utf8
        while true {
            let end = utf8[start...].firstIndex(of: UInt8(ascii: "/")) ?? utf8.endIndex
            let segment = encoded[start..<end]
            if segment.isEmpty || segment == "." || segment == ".." {
                throw NoticeBoardError(
                    .invalidInput, "The path \(label) has \(segment.isEmpty ? "an empty segment" : "a segment \(segment)").",
                    remedy: .fixInput("path"))
            }
            if let wrong = segment.utf8.first(where: { !Self.mayStandInPath($0) }) {
                throw NoticeBoardError(
                    .invalidInput,
                    "The path \(label) holds \(Unicode.Scalar(wrong).escaped(asASCII: true)): values go into \\(…), a query into query:.",
                    remedy: .fixInput("path"))
            }
            target.append("/")
            target += segment
            if end == utf8.endIndex { return }
            start = utf8.index(after: end)
        }
    }

    private static func mayStandInPath(_ byte: UInt8) -> Bool {
        PercentEncoding.isUnreserved(byte) || "%!$&'()*+,;=:@".utf8.contains(byte)
    }
}

extension PathTemplate {
    /// Collects the literals and the encoded values of a path.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var encoded = ""
        fileprivate var label = ""

        /// Nothing yet.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// A piece that stands in source.
        public mutating func appendLiteral(_ literal: StaticString) {
            let text = literal.description
            encoded += text
            label += text
        }

        /// A value: percent-encoded, slashes too.
        public mutating func appendInterpolation(_ value: some QueryValue) {
            PercentEncoding.append(value.queryText, to: &encoded)
            label += "{}"
        }

        /// A relative path from a server: each segment is percent-encoded, the slashes between them stay.
        public mutating func appendInterpolation(segments path: String) {
            let segments = path.split(separator: "/", omittingEmptySubsequences: false)
            encoded += segments.map { PercentEncoding.encoded(String($0)) }.joined(separator: "/")
            label += "{}"
        }
    }
}

extension PathTemplate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path with `{}` for each value.
    public var description: String { label }
    /// The path with `{}` for each value.
    public var debugDescription: String { label }
    /// The path with `{}` for each value.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [label]) }
}
