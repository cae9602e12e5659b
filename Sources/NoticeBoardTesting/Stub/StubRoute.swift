import Foundation
import NoticeBoardHTTP

/// Which requests a route of a stub answers.
struct StubRoute: Sendable {
    let method: HTTPMethod
    let pattern: String
    /// Items that the query must have; those that are nothing it must not have.
    let query: [String: String?]

    /// Why the route does not answer `request`, a reason for each difference; none when it does.
    func differences(from request: HTTPRequest) -> [String] {
        var differences: [String] = []
        if request.method != method { differences.append("the method is \(request.method), not \(method)") }
        differences += pathDifferences(request.path)
        let items = StubQuery(request.query)
        for (name, expected) in query.sorted(by: { $0.key < $1.key }) {
            let actual = items[name]
            guard actual.map({ Array($0.utf8) }) != expected.map({ Array($0.utf8) }) else { continue }
            switch (actual, expected) {
            case (let actual?, let expected?): differences.append("the query item \(name) is \"\(actual)\", not \"\(expected)\"")
            case (nil, let expected?): differences.append("there is no query item \(name), where \"\(expected)\" must be")
            case (let actual?, nil): differences.append("the query item \(name) is \"\(actual)\", where none must be")
            case (nil, nil): break
            }
        }
        return differences
    }

    /// Segment by segment from the end, so that a base path before the pattern does not matter.
    private func pathDifferences(_ path: Substring) -> [String] {
        let isWhole = pattern.utf8.first == UInt8(ascii: "/")
        let expected = pattern.unicodeScalars.split(separator: "/").map { Self.decoded(String($0)) }
        let actual = path.unicodeScalars.split(separator: "/").map { Self.decoded(String($0)) }
        if actual.count < expected.count || (isWhole && actual.count > expected.count) {
            let bound = isWhole ? "" : " or more"
            return ["the path has \(Self.segments(actual.count)), not \(expected.count)\(bound)"]
        }
        return zip(actual.suffix(expected.count), expected).filter { $1 != "*" && !$0.utf8.elementsEqual($1.utf8) }.map {
            actual, expected in
            "the path has \"\(actual)\" where \"\(expected)\" must be"
        }
    }

    private static func decoded(_ segment: String) -> String { segment.removingPercentEncoding ?? segment }
    private static func segments(_ count: Int) -> String { count == 1 ? "1 segment" : "\(count) segments" }
}

extension StubRoute: CustomStringConvertible {
    /// `GET boards/*/posts?offset=0`.
    var description: String {
        let items = query.sorted { $0.key < $1.key }.map { name, value in value.map { "\(name)=\($0)" } ?? "no \(name)" }
        return "\(method) \(pattern)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }
}

/// A query's items, the first value of each name, decoded by their own code.
struct StubQuery {
    private let items: [(name: String, value: String)]

    init(_ query: Substring?) {
        items = (query ?? "").unicodeScalars.split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { side in
                String(side).removingPercentEncoding ?? String(side)
            }
            return (sides[0], sides.count > 1 ? sides[1] : "")
        }
    }

    subscript(name: String) -> String? { items.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }
}
