import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

/// Random requests whose parts may contain what is special to a shell, to `curl` or to a terminal.
struct HostileRequests {
    /// Scalars that make another `Character` of a quotation mark before them.
    static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{338}"]

    private static let texts =
        marks.map { "x'\($0); touch ran; echo '\($0)" } + [
            "'", "''", "\\'", "'\u{600}'", "$(touch ran)", "`touch ran`", "${HOME}", "!!", "!1", "a\nb", "\r\n", "\n'\n!x'", "@",
            "@/etc/hostname", "-x", "--help", "한글", "é", "e\u{301}", "\u{1B}[31m", "\u{202E}abc", "\u{85}", "\u{7F}", "\u{1}2",
            "\\", "\\n", "\"", "{a,b}", "[1-3]", "%s", " ", "\t", ";", "&", "|", "> ran", "~", "#", "*", "?", "$'\\n'", "=", "\0",
        ]
    private static let segments = [
        "a", "..", ".", ".x", "%2e%2e", "%ED%95%9C", "[1-3]", "{a,b}", "it's", "$(touch${IFS}ran)", "`touch${IFS}ran`", "!!", "*",
        "~", "a;b", "-x", "@x", "%27", "a&b", "\"", "|", "\\", "<>", "한글'\u{301}",
    ]
    private static let queries = [
        "", "?", "?q=%ED%95%9C", "?page[number]=2&q={a}", "?x='$(touch${IFS}ran)'", "?a=1&b=/../c", "?!!=@x", "?q='\u{301}",
    ]
    private static let names: [HTTPHeaderName] = [
        "X-A", .accept, .userAgent, .contentEncoding, .date, "Server", .retryAfter, .cookie, .authorization, .contentType,
        .contentLength, "Expect",
    ]
    private static let methods: [HTTPMethod] = [
        .get, .head, .post, .put, .patch, .delete, .options, HTTPMethod(rawValue: "REPORT"),
        HTTPMethod(rawValue: "$(touch ran)'"),
    ]

    private(set) var random: SeededRandom
    /// A file that may serve as a body.
    let file: URL

    init(random: SeededRandom, file: URL) {
        self.random = random
        self.file = file
    }

    /// Returns the next request.
    mutating func next() throws -> HTTPRequest {
        let method = random.pick(Self.methods)
        var target = "/" + (0..<random.below(4)).map { _ in random.pick(Self.segments) }.joined(separator: "/")
        target += random.pick(Self.queries)
        var headers: HTTPHeaders = [:]
        for _ in 0..<random.below(5) { headers.append(value(), for: random.pick(Self.names)) }
        let origin = try #require(HTTPOrigin(isSecure: false, host: "host"))
        var request = HTTPRequest(method: method, origin: origin, target: target, headers: headers, body: try body())
        request.options.hasSecretBody = random.chance(10)
        return request
    }

    private mutating func text() -> String { (0..<random.below(5)).map { _ in random.pick(Self.texts) }.joined() }

    /// Returns a value that a transport sends.
    private mutating func value() -> String {
        String(String.UnicodeScalarView(text().unicodeScalars.filter { !["\r", "\n", "\0"].contains($0) }))
    }

    private mutating func body() throws -> HTTPBody? {
        switch random.below(10) {
        case 0..<3: return nil
        case 3: return try .file(file)
        case 4: return .data(Data((0..<random.below(9)).map { _ in UInt8(random.below(256)) }))
        default: return .data(Data(text().utf8))
        }
    }
}
