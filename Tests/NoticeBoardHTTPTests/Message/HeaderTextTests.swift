import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@Suite("Parsing of header fields", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HeaderTextTests {
    private func name(_ field: String) -> String? {
        HTTPResponse(status: 200, headers: [.contentDisposition: field]).suggestedFileName
    }

    @Test(
        "Parses quotes, escapes, spaces and semicolons in parameters",
        arguments: [
            (#"a; x="\\"; filename=b"#, "b"), (#"a; x="\"; filename=c"; filename=b"#, "b"),
            (#"a; x=<;filename=c>; filename=b"#, "b"), (#"a; x="<"; filename=b"#, "b"), (#"a; x=<">; filename=b"#, "b"),
            (#"a; filename="b"c"#, "b"),
            ("a;\t filename \t=\t \"b\"\t ", "b"), ("a; filename=b; filename=c", "b"), ("a; FileName=b", "b"),
            ("filename=b", nil),
            ("a; filename; filename=b", "b"), ("a; filename=", nil), (#"a; filename="a\"b\"c""#, "a\"b\"c"),
            (#"a; filename="x\yz""#, "yz"), (#"a; filename="x\\yz""#, "yz"), (#"a; filename="a=b""#, "a=b"),
            ("a; =b; filename=c", "c"),
            (#"a; filename=b"c""#, "b\"c\""), ("a; filename*=x; filename=b", "b"), ("a; filename=b; filename*=utf-8''c", "c"),
            ("a; filename*=UTF-8'ko'c'd", "c'd"), ("a; filename*=UTF-8'c; filename=b", "b"), (#"a;filename="\"";x"#, "\""),
        ] as [(String, String?)])
    func parameters(field: String, expected: String?) { #expect(name(field) == expected) }

    @Test(
        "Decodes only percent escapes of two hexadecimal digits",
        arguments: [
            ("%30%39", "09"), ("%41%5A%5a", "AZZ"), ("%61%7A", "az"), ("%ea%b0%80", "가"), ("%EA%B0%80", "가"),
            ("%2D%2d%4F%4f", "--OO"), ("%e9", nil), ("%G0", nil), ("%0G", nil), ("%/0", nil), ("%:0", nil), ("%@0", nil),
            ("%`0", nil), ("%g0", nil), ("%", nil),
            ("a%4", nil), ("%%41", nil),
        ] as [(String, String?)])
    func escapes(text: String, expected: String?) {
        #expect(name("a; filename*=UTF-8''\(text)") == expected)
        // In a plain file name an invalid escape remains as text, and a path separator still separates.
        let itself = text.split { $0 == "/" || $0 == ":" }.last.map { String($0) }
        #expect(name("a; filename=\"\(text)\"") == expected ?? itself)
    }

    @Test(
        "Removes invisible characters and trims dots and spaces from a file name",
        arguments: [
            ("a\u{7}b", "ab"), ("a\u{200D}b", "ab"), ("a\u{2028}b", "ab"), ("a\u{2029}b", "ab"), ("a\u{E000}b", "ab"),
            ("a\u{378}b", "ab"), (" . .a. . ", "a"), (". a .b .", "a .b"), ("a/b:c", "c"), ("a:b/c", "c"),
            ("a/b\\\\c", "c"), ("a/", "a"),
            ("😀.png", "😀.png"), ("..", nil), (" ", nil), ("Ã©Ā", "Ã©Ā"), ("Ã©", "é"), ("Ā", "Ā"), ("Ã", "Ã"),
        ] as [(String, String?)])
    func safety(text: String, expected: String?) { #expect(name("a; filename=\"\(text)\"") == expected) }

    @Test("Shortens a file name to 255 bytes before an extension of at most 32 bytes") func lengths() {
        func letters(_ count: Int, _ letter: String = "a") -> String { String(repeating: letter, count: count) }
        let end = "." + letters(31, "e")
        let cases = [
            (letters(251) + ".txt", letters(251) + ".txt"), (letters(252) + ".txt", letters(251) + ".txt"),
            (letters(250) + ".b.txt", letters(250) + "." + ".txt"), (letters(255), letters(255)), (letters(256), letters(255)),
            (letters(223) + end, letters(223) + end), (letters(224) + end, letters(223) + end),
            (letters(230) + end + "e", letters(230) + String(end.prefix(25))),
            (letters(100, "가") + ".한글", letters(82, "가") + ".한글"), (letters(90, "가"), letters(85, "가")),
            // One visible character, but more bytes than a name may have.
            ("a" + letters(200, "\u{301}"), "á" + letters(126, "\u{301}")),
            ("a" + letters(200, "\u{301}") + ".txt", "á" + letters(124, "\u{301}") + ".txt"),
            (letters(254) + " b", letters(254)), (letters(254) + ".b" + letters(32), letters(254)),
            (letters(300, ".") + letters(256), letters(255)),
        ]
        for (text, expected) in cases { #expect(name("a; filename=\"\(text)\"") == expected, "\(text.count)") }
    }

    @Test("Reads links in angle brackets by their relation") func links() {
        func link(_ fields: [String], _ relation: String = "next") -> String? {
            var headers: HTTPHeaders = [:]
            for field in fields { headers.append(field, for: .link) }
            return HTTPResponse(status: 200, headers: headers).link(relation)?.absoluteString
        }
        #expect(link(["<a;rel=next,b>; rel=next, <c>; rel=next"]) == "a;rel=next,b")
        #expect(link(["<a>b; rel=next, b<a>; rel=next, <c>; rel=next"]) == "c")
        #expect(link(["a>; rel=next, <c>; rel=next, <d>; rel=next"]) == "c")
        #expect(link(["a; rel=next", "<b>; rel=prev", "<c>; rel=next"]) == "c")
        #expect(link([#"<a>; title="\\", <b>; rel=next"#]) == "b")
        #expect(link([#"<a;b,c>; x="d, <e>; rel=next"; rel="up  NEXT down""#], "Next") == "a;b,c")
        #expect(link(["<a>; rel=nextt, <b>; rel=nex"]) == nil)
        #expect(link(["<a>"]) == nil)
        #expect(link([]) == nil)
    }

    @Test("Percent-encodes only the characters that are invalid in a URL") func addresses() {
        let response = HTTPResponse(status: 200, headers: [.link: "</!a\"b\\c^d`e{f|g}h ~i%20가'?q=1>; rel=next"])
        #expect(response.link("next")?.absoluteString == "/!a%22b%5Cc%5Ed%60e%7Bf%7Cg%7Dh%20~i%20%EA%B0%80'?q=1")
    }
}
