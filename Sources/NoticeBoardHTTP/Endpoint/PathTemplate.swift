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
    func append(to target: inout [UInt8]) throws(NoticeBoardError) {
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

        /// Nothing yet.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// A piece that stands in source.
        public mutating func appendLiteral(_ literal: StaticString) {
            let text = literal.description
            encoded += text
            label += text
        }

        /// A value: percent-encoded, slashes too.
        public mutating func appendInterpolation(_ value: some QueryValue) {
            encoded += PercentEncoding.encoded(value.queryText)
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
