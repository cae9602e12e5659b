import Foundation
public import NoticeBoardHTTP

/// The requests that a double received, with comparisons that describe differences.
///
/// The comparisons return `nil` on success and otherwise a message, so they work with every test framework:
///
/// ```swift
/// #expect(stub.requests.difference(from: ["GET boards", "GET boards/1/posts?offset=0&limit=30"]) == nil)
/// XCTAssertNil(stub.requests.difference(from: ["GET boards"]))
/// ```
public struct RecordedRequests: Sendable, Hashable {
    private let requests: [HTTPRequest]

    /// Creates a record of requests.
    public init(_ requests: [HTTPRequest]) { self.requests = requests }

    /// Returns how the requests differ from those expected, in order and number; `nil` if they match.
    ///
    /// An expectation is a method and a target: `GET /api/v2/boards?offset=0`. A target without a leading slash is compared
    /// with the target's end: `GET boards?offset=0`.
    public func difference(from expected: [String]) -> String? {
        let pairs = (0..<Swift.max(count, expected.count)).map { index in
            (actual: index < count ? requests[index] : nil, expected: index < expected.count ? expected[index] : nil)
        }
        guard pairs.contains(where: { !Self.isMet($0.expected, by: $0.actual) }) else { return nil }
        var lines = ["\(Self.count(expected.count)) expected, \(count) came:"]
        for (index, pair) in pairs.enumerated() {
            let number = String(index + 1)
            if Self.isMet(pair.expected, by: pair.actual) {
                lines.append("  \(number). \(pair.expected ?? "")")
            } else {
                if let expected = pair.expected { lines.append("- \(number). \(expected)") }
                if let actual = pair.actual { lines.append("+ \(number). \(RequestLine(actual))") }
                if let expected = pair.expected, let actual = pair.actual {
                    lines += RequestLine(expected).differences(from: RequestLine(actual)).map { "     \($0)" }
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns a message if no request matches; `nil` if one does.
    ///
    /// The target is compared as in ``difference(from:)``; the given headers must be present with these values; the body must
    /// be this text, unless it is `nil`. The message describes the nearest request and how it differs.
    public func missing(
        _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: String? = nil
    ) -> String? {
        let expected = RequestLine("\(method) \(target)")
        let candidates = requests.map { request in
            (request, expected.differences(from: RequestLine(request)) + Self.differences(request, headers, body))
        }
        guard let nearest = candidates.min(by: { $0.1.count < $1.1.count }) else {
            return "\(method) \(target) was expected, and no request came at all."
        }
        guard !nearest.1.isEmpty else { return nil }
        let reasons = nearest.1.map { "     \($0)" }.joined(separator: "\n")
        return "\(method) \(target) was expected, none of \(Self.count(count)) is like it. The nearest:\n"
            + "  \(RequestLine(nearest.0))\n" + reasons
    }

    private static func isMet(_ expected: String?, by actual: HTTPRequest?) -> Bool {
        guard let expected, let actual else { return false }
        return RequestLine(expected).differences(from: RequestLine(actual)).isEmpty
    }

    private static func differences(_ request: HTTPRequest, _ headers: HTTPHeaders, _ body: String?) -> [String] {
        var differences: [String] = []
        for field in headers where !request.headers.contains(field) {
            let actual = request.headers[field.name].map { "is \"\($0)\"" } ?? "is missing"
            differences.append("the header \(field.name) \(actual), \"\(field.value)\" was expected")
        }
        guard let body else { return differences }
        let actual = (try? request.body?.bytes()).map { String(decoding: $0, as: UTF8.self) } ?? ""
        if !actual.utf8.elementsEqual(body.utf8) { differences.append("the body is \"\(actual)\", \"\(body)\" was expected") }
        return differences
    }

    private static func count(_ count: Int) -> String { count == 1 ? "1 request" : "\(count) requests" }
}

extension RecordedRequests: RandomAccessCollection {
    /// The first position.
    public var startIndex: Int { requests.startIndex }
    /// The position after the last.
    public var endIndex: Int { requests.endIndex }
    /// The request at a position.
    public subscript(position: Int) -> HTTPRequest { requests[position] }
}
