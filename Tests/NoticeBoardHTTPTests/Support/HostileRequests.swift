import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

/// Random requests whose parts may contain characters special to a shell, `curl` or a terminal.
struct HostileRequests {
    /// Scalars that combine with a preceding separator into another `Character`.
    static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{338}"]

    private static let texts =
        marks.map { "x'\($0); echo pwned > pwned; echo '\($0)" } + [
            "'", "''", "\\'", "'\u{600}'", "$(touch pwned)", "`touch pwned`", "${HOME}", "!!", "!1", "a\nb", "\r\n", "\n'\n!x'",
            "@",
            "@/etc/hostname", "-x", "--help", "한글", "é", "e\u{301}", "\u{1B}[31m", "\u{202E}abc", "\u{85}", "\u{7F}", "\u{1}2",
            "\\", "\\n", "\"", "{a,b}", "[1-3]", "%s", " ", "\t", ";", "&", "|", "> pwned", "~", "#", "*", "?", "$'\\n'", "👩‍👩‍👧",
            "=",
        ]
    private static let segments = [
        "a", "..", ".", ".x", "%2e%2e", "%ED%95%9C", "[1-3]", "{a,b}", "it's", "$(id)", "`id`", "!!", "*", "~", "a;b", "-x", "@x",
        "%27", "a&b", "\"", "|", "\\", "<>", "",
    ]
    private static let queries = [
        "", "?", "?q=%ED%95%9C", "?page[number]=2&q={a}", "?x='$(touch${IFS}pwned)'", "?a=1&b=/../c", "?!!=@x",
    ]
    private static let names: [HTTPHeaderName] = [
        "X-A", "x-a", "X-B", .accept, .userAgent, .cookie, .ifNoneMatch, .authorization, .contentType, .contentLength, "Expect",
    ]

    private(set) var random: SeededRandom
    let origin: HTTPOrigin
    /// A file that may serve as a body.
    let file: URL

    /// Returns the next request, with its number in a header field.
    mutating func next(number: Int) -> HTTPRequest {
        let method = random.pick([
            HTTPMethod.get, .head, .post, .put, .patch, .delete, .options, HTTPMethod(rawValue: "REPORT"),
        ])
        var target = "/" + (0..<random.below(4)).map { _ in random.pick(Self.segments) }.joined(separator: "/")
        target += random.pick(Self.queries)
        var headers: HTTPHeaders = ["X-Number": "\(number)"]
        for _ in 0..<random.below(5) { headers.append(value(), for: random.pick(Self.names)) }
        return HTTPRequest(method: method, origin: origin, target: target, headers: headers, body: body(for: method))
    }

    private mutating func text() -> String { (0..<random.below(5)).map { _ in random.pick(Self.texts) }.joined() }

    private mutating func value() -> String {
        String(String.UnicodeScalarView(text().unicodeScalars.filter { $0 != "\r" && $0 != "\n" }))
    }

    private mutating func body(for method: HTTPMethod) -> HTTPBody? {
        guard method != .get, method != .head, !random.chance(30) else { return nil }
        if random.chance(10) { return try? .file(file) }
        if random.chance(20) { return .pieces([.data(Data(text().utf8)), .data(Data(text().utf8))]) }
        return .data(Data(text().utf8))
    }
}
