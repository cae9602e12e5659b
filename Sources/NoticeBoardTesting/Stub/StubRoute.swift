import Foundation
import NoticeBoardHTTP

/// The conditions under which a stub's route matches.
struct StubRoute: Sendable {
    let method: HTTPMethod
    let pattern: String
    /// Required query items; `nil` values must be absent.
    let query: [String: String?]

    /// Returns a reason for each mismatch with `request`; empty if it matches.
    func differences(from request: HTTPRequest) -> [String] {
        var differences: [String] = []
        if request.method != method { differences.append("the method is \(request.method), not \(method)") }
        differences += pathDifferences(request.path)
        let items = URLComponents(string: "?\(request.query ?? "")")?.queryItems ?? []
        for (name, expected) in query.sorted(by: { $0.key < $1.key }) {
            let actual = items.first { $0.name.utf8.elementsEqual(name.utf8) }.map { $0.value ?? "" }
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

    /// Compares segments from the end, so that a base path does not matter.
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
