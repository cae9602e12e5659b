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
    /// with the target's end: `GET boards?offset=0`. Texts are compared by their bytes. The result lists the requests, for every
    /// test framework.
    public func difference(from expected: [String]) -> String? {
        var lines = ["\(expected.count == 1 ? "1 request" : "\(expected.count) requests") expected, \(count) came:"]
        var isDifferent = false
        for index in 0..<Swift.max(count, expected.count) {
            let number = "\(index + 1)."
            if index < count, index < expected.count, self[index].isExpected(expected[index]) {
                lines.append("  \(number) \(expected[index])")
                continue
            }
            isDifferent = true
            if index < expected.count { lines.append("- \(number) \(expected[index])") }
            if index < count { lines.append("+ \(number) \(self[index].method) \(self[index].target)") }
        }
        return isDifferent ? lines.joined(separator: "\n") : nil
    }
}

extension HTTPRequest {
    fileprivate func isExpected(_ text: String) -> Bool {
        let start = Array("\(method) ".utf8)
        guard text.utf8.starts(with: start) else { return false }
        let expected = text.utf8.dropFirst(start.count)
        if expected.first == UInt8(ascii: "/") { return expected.elementsEqual(target.utf8) }
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        let expectedPath = expected.prefix { $0 != UInt8(ascii: "?") }
        return path.reversed().starts(with: ("/" + String(Substring(expectedPath))).utf8.reversed())
            && target.utf8.dropFirst(path.count).elementsEqual(expected.dropFirst(expectedPath.count))
    }
}
