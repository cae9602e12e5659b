import NoticeBoardHTTP

/// A method and a target, as a test writes them and as a request has them.
struct RequestLine: CustomStringConvertible {
    let method: String
    let path: Substring
    let items: [Substring]
    let description: String

    /// From `GET boards?offset=0`.
    init(_ text: String) {
        description = text
        let words = text.split(separator: " ", maxSplits: 1)
        let target = words.count > 1 ? words[1] : ""
        method = words.first.map { String($0) } ?? ""
        path = target.prefix { $0 != "?" }
        items = target.dropFirst(path.count + 1).split(separator: "&", omittingEmptySubsequences: false)
    }

    init(_ request: HTTPRequest) { self.init("\(request.method) \(request.target)") }

    /// In what `actual` is not what this line asks for.
    func differences(from actual: RequestLine) -> [String] {
        var differences: [String] = []
        if actual.method != method { differences.append("the method is \(actual.method), \(method) was expected") }
        let fits = path.hasPrefix("/") ? actual.path == path : ("/" + actual.path).hasSuffix("/" + path)
        if !fits { differences.append("the path is \(actual.path), \(path) was expected") }
        if actual.items == items { return differences }
        let (missing, added) = (items.filter { !actual.items.contains($0) }, actual.items.filter { !items.contains($0) })
        differences += missing.map { "the query item \($0) is missing" } + added.map { "the query item \($0) was not expected" }
        if missing.isEmpty && added.isEmpty { differences.append("the query items come in another order, or not as often") }
        return differences
    }
}
