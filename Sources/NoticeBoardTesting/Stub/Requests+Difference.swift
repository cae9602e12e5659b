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
