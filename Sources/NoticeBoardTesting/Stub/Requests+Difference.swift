public import NoticeBoardHTTP

extension [HTTPRequest] {
    /// Returns how the requests that a double received differ from those expected, in order and number; `nil` if they match.
    ///
    /// ```swift
    /// #expect(stub.requests.difference(from: ["GET boards", "GET boards/1/posts?offset=0&limit=30"]) == nil)
    /// XCTAssertNil(stub.requests.difference(from: ["GET boards"]))
    /// ```
    ///
    /// An expectation is a method and a target: `GET /api/v2/boards?offset=0`. A target without a leading slash is compared
    /// with the target's end: `GET boards?offset=0`. The result describes the differences, for every test framework.
    public func difference(from expected: [String]) -> String? {
        let pairs = (0..<Swift.max(count, expected.count)).map { index in
            (actual: index < count ? self[index] : nil, expected: index < expected.count ? expected[index] : nil)
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

    private static func isMet(_ expected: String?, by actual: HTTPRequest?) -> Bool {
        guard let expected, let actual else { return false }
        return RequestLine(expected).differences(from: RequestLine(actual)).isEmpty
    }

    private static func count(_ count: Int) -> String { count == 1 ? "1 request" : "\(count) requests" }
}

/// A method and a target, parsed from a test's text or from a request.
///
/// Paths and query items are compared by their bytes, so composed and decomposed text differ.
struct RequestLine: CustomStringConvertible {
    let method: String
    let path: String
    let items: [String]
    let description: String

    /// Parses `GET boards?offset=0`.
    init(_ text: String) {
        description = text
        let words = text.unicodeScalars.split(separator: " ", maxSplits: 1)
        let target = words.count > 1 ? words[1] : Substring.UnicodeScalarView()
        let path = target.prefix { $0 != "?" }
        method = words.first.map { String($0) } ?? ""
        self.path = String(path)
        items = target.dropFirst(path.count + 1).split(separator: "&", omittingEmptySubsequences: false).map { String($0) }
    }

    init(_ request: HTTPRequest) { self.init("\(request.method) \(request.target)") }

    /// Returns the differences between `actual` and this line.
    func differences(from actual: RequestLine) -> [String] {
        var differences: [String] = []
        if actual.method != method { differences.append("the method is \(actual.method), \(method) was expected") }
        if !fits(actual.path) { differences.append("the path is \(actual.path), \(path) was expected") }
        if actual.items.elementsEqual(items, by: Self.isSame) { return differences }
        let missing = items.filter { item in !actual.items.contains { Self.isSame($0, item) } }
        let added = actual.items.filter { item in !items.contains { Self.isSame($0, item) } }
        differences += missing.map { "the query item \($0) is missing" } + added.map { "the query item \($0) was not expected" }
        if missing.isEmpty && added.isEmpty { differences.append("the query items come in another order, or not as often") }
        return differences
    }

    /// Whether `actual` equals the path, or ends with it if the path has no leading slash.
    private func fits(_ actual: String) -> Bool {
        if path.utf8.first == UInt8(ascii: "/") { return Self.isSame(actual, path) }
        return ("/" + actual).utf8.reversed().starts(with: ("/" + path).utf8.reversed())
    }

    private static func isSame(_ text: String, _ other: String) -> Bool { text.utf8.elementsEqual(other.utf8) }
}
