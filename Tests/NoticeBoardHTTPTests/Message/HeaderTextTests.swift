import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@Suite("Parsing of header fields", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HeaderTextTests {
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
