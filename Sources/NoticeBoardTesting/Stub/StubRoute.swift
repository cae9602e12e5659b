import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// A route of a stub: the requests that it matches, its responses, and how many of them were used.
///
/// Copies share that number.
struct StubRoute: Sendable, CustomStringConvertible {
    let method: HTTPMethod
    let pattern: String
    /// Required query items; `nil` values must be absent.
    let query: [String: String?]
    var once: [StubAnswer] = []
    var always: StubAnswer?
    private let asked = Locked(0)

    /// The number of responses, in words, if they are limited.
    var total: String { once.count == 1 ? "1 answer" : "\(once.count) answers" }

    /// Returns the next response if the route matches the request and has one left.
    func take(for request: HTTPRequest) -> StubAnswer? {
        guard differences(from: request).isEmpty else { return nil }
        return asked.withLock { asked in
            defer { asked += 1 }
            return asked < once.count ? once[asked] : always
        }
    }

    /// A message if any responses are unused; else `nil`.
    var complaint: String? {
        let asked = asked.withLock { $0 }
        if always != nil { return asked == 0 ? "\(self) was never asked for" : nil }
        return asked < once.count ? "\(self) has \(once.count - asked) of \(total) left" : nil
    }

    /// Returns a reason for each mismatch with `request`; empty if it matches.
    func differences(from request: HTTPRequest) -> [String] {
        var differences: [String] = []
        if request.method != method { differences.append("the method is \(request.method), not \(method)") }
        differences += pathDifferences(request.path)
        let items = URLComponents(string: "?\(request.query ?? "")")?.queryItems ?? []
        for (name, expected) in query.sorted(by: { $0.key < $1.key }) {
            let actual = items.first { $0.name.utf8.elementsEqual(name.utf8) }.map { $0.value ?? "" }
            if actual.map({ Array($0.utf8) }) == expected.map({ Array($0.utf8) }) { continue }
            differences.append("the query item \(name) is \(Self.quoted(actual)), not \(Self.quoted(expected))")
        }
        return differences
    }

    /// Compares segments from the end, so that a base path does not matter.
    private func pathDifferences(_ path: Substring) -> [String] {
        let isWhole = pattern.utf8.first == UInt8(ascii: "/")
        let expected = pattern.unicodeScalars.split(separator: "/").map { Self.decoded(String($0)) }
        let actual = path.unicodeScalars.split(separator: "/").map { Self.decoded(String($0)) }
        if actual.count < expected.count || (isWhole && actual.count > expected.count) {
            return ["the number of path segments is \(actual.count), not \(expected.count)\(isWhole ? "" : " or more")"]
        }
        return zip(actual.suffix(expected.count), expected).filter { $1 != "*" && !$0.utf8.elementsEqual($1.utf8) }.map {
            actual, expected in
            "the path has \"\(actual)\" where \"\(expected)\" must be"
        }
    }

    private static func decoded(_ segment: String) -> String { segment.removingPercentEncoding ?? segment }
    private static func quoted(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "missing" }

    /// `GET boards/*/posts?offset=0`.
    var description: String {
        let items = query.sorted { $0.key < $1.key }.map { name, value in value.map { "\(name)=\($0)" } ?? "no \(name)" }
        return "\(method) \(pattern)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }
}
