import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("URLs in Link and Location", .inTurn, .timeLimit(.minutes(1))) struct AddressFieldTests {
    /// The `next` link of the page `https://host/posts?q=1`.
    private func next(_ field: String) -> String? {
        var response = HTTPResponse(status: 200, headers: [.link: field])
        (response.origin, response.target) = (HTTPOrigin(host: "host"), "/posts?q=1")
        return response.link("next")?.absoluteString
    }

    private static let addresses = [
        ("/p?page[number]=2&q=%ED%95%9C", "/p?page%5Bnumber%5D=2&q=%ED%95%9C"),
        ("/[x]/%ED%95%9C?a=%5B1%5D", "/%5Bx%5D/%ED%95%9C?a=%5B1%5D"), ("/a%ED%95%9C|b", "/a%ED%95%9C%7Cb"),
        ("/p?a=100%&b=%ED%95%9C", "/p?a=100%25&b=%ED%95%9C"), ("/p?a=%4&b=%zz%41", "/p?a=%254&b=%25zz%41"),
        ("/한[1]%ED%95%9C", "/%ED%95%9C%5B1%5D%ED%95%9C"), ("/p?q=[%EA%B0%80]&x=a%20b", "/p?q=%5B%EA%B0%80%5D&x=a%20b"),
        ("/p?a=%5b%5B", "/p?a=%5b%5B"), ("/p?a=\\%ED", "/p?a=%5C%ED"),
    ]

    @Test("A link keeps its percent escapes", arguments: addresses)
    func links(address: String, expected: String) {
        #expect(next("<\(address)>; rel=next") == "https://host\(expected)")
        #expect(next("<https://other:8\(address)>; rel=next") == "https://other:8\(expected)")
    }

    @Test("A redirect keeps its percent escapes", arguments: addresses) func redirects(
        address: String, expected: String
    ) async throws {
        let stub = StubTransport { request in
            request.target == "/start" ? HTTPResponse(status: 302, headers: [.location: address]) : .json("{}")
        }
        let base = try #require(URL(string: "https://host"))
        _ = try await APIClient(APIClient.Configuration(baseURL: base), transport: stub).response(for: .get("start"))
        #expect(stub.requests.last?.target == expected)
    }

    @Test("Keeps the brackets of an IPv6 host") func hosts() {
        #expect(next("<http://[::1]:8/a[1]?b#c#d>; rel=next") == "http://[::1]:8/a%5B1%5D?b#c%23d")
        #expect(next("<//[::1]/a>; rel=next") == "https://[::1]/a")
    }

    @Test(
        "Refuses an invalid or non-ASCII host in links and redirects",
        arguments: ["https://한국.kr/a", "//h\u{f6}st/a", "https://a b/", "https://h\"st/", "https://h\\st/"])
    func foreignHosts(address: String) async throws {
        #expect(next("<\(address)>; rel=next") == nil)
        let stub = StubTransport { request in
            request.target == "/start" ? HTTPResponse(status: 302, headers: [.location: address]) : .json("{}")
        }
        let client = APIClient(APIClient.Configuration(baseURL: try #require(URL(string: "https://host"))), transport: stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("start")) }
        #expect(error?.code == .redirectRefused)
    }

    @Test("Accepts the Punycode form of a host") func punycode() {
        #expect(next("<https://xn--3e0b707e.kr/a>; rel=next") == "https://xn--3e0b707e.kr/a")
    }

    @Test("Resolves empty, fragment-only and query-only references") func own() {
        #expect(next("<>; rel=next") == "https://host/posts?q=1")
        #expect(next("<#x>; rel=next") == "https://host/posts?q=1#x")
        #expect(next("<?q=2>; rel=next") == "https://host/posts?q=2")
        #expect(HTTPResponse(status: 200, headers: [.link: "<>; rel=next"]).link("next") == nil)
    }

    @Test("Ignores a link with an anchor") func anchors() {
        #expect(next("</a>; rel=next; anchor=\"/other\"") == nil)
        #expect(next("</a>; rel=next; anchor=\"https://other/posts?q=1\"") == nil)
        #expect(next("</a>; rel=next; anchor=\"#part\"") == nil)
        #expect(next("</a>; rel=next; anchor=\"/posts\"") == nil)
        #expect(next("</a>; anchor=\"/other\"; rel=next, </b>; rel=next") == "https://host/b")
        #expect(next("</a>; rel=next; anchor=\"\"") == "https://host/a")
    }
}
