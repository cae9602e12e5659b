import NoticeBoardHTTP

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
