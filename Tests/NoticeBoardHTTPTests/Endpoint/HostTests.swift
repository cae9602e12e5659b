import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

/// `URL.host` decodes percent escapes, so a host may contain characters that separate the parts of a URL.
@Suite("Hosts", .inTurn, .timeLimit(.minutes(1))) struct HostTests {
    private static let hostile = [
        "http://good.example%40127.0.0.1:1/x", "https://good.com%2F.evil.com", "https://good.com%3F.evil.com",
        "https://good.com%23.evil.com", "https://good.com%5C.evil.com", "https://good.com%3A80", "https://127.0.0.1%3A80",
        "https://a%20b", "https://a%00b",
        "https://a%0D%0Ab", "https://a%2540b", "https://%5B::1%5D", "https://good.com%EF%BC%8F.evil.com", "https://a%CC%81.com",
        "https://%",
    ]

    private static func urls() -> [URL] { hostile.compactMap { URL(string: $0) } }

    @Test("Refuses a base URL with an encoded separator in its host", arguments: urls()) func base(url: URL) {
        let error = #expect(throws: NoticeBoardError.self) { try RequestBuilder(baseURL: url).request(for: .get("a")) }
        #expect(error?.code == .invalidInput)
        #expect(error?.remedy == .fixInput(.baseURL))
    }

    @Test("Refuses an endpoint URL with an encoded separator in its host", arguments: urls()) func address(url: URL)
        throws
    {
        let builder = RequestBuilder(baseURL: try #require(URL(string: "https://host")))
        let error = #expect(throws: NoticeBoardError.self) { try builder.request(for: .get(.url(url))) }
        #expect(error?.code == .invalidInput)
    }

    @Test("Refuses a redirect to a host with an encoded separator", arguments: hostile) func redirect(address: String)
        async throws
    {
        let stub = StubTransport { _ in HTTPResponse(status: 302, headers: [.location: address]) }
        let base = try #require(URL(string: "http://localhost"))
        let client = APIClient(APIClient.Configuration(baseURL: base, retry: .never), transport: stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
        #expect(error?.code == .redirectRefused)
        #expect(stub.requests.count == 1)
    }

    @Test("Does not follow a link to a host with an encoded separator", arguments: hostile) func link(address: String)
        async throws
    {
        let stub = StubTransport { _ in HTTPResponse(status: 200, headers: [.link: "<\(address)>; rel=next"]) }
        let base = try #require(URL(string: "https://host"))
        let client = APIClient(APIClient.Configuration(baseURL: base, retry: .never), transport: stub)
        let response = try await client.response(for: .get("a"))
        guard let next = response.link("next") else { return }
        await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get(.url(next))) }
        #expect(stub.requests.count == 1)
    }

    @Test("Refuses text that is not a valid host", arguments: ["", "1:2", "a b", "a@b", "a/b", "a%b", "a\r\nb", "한국.kr"])
    func origin(host: String) { #expect(HTTPOrigin(host: host) == nil) }

    @Test(
        "Accepts a host name or an IP address",
        arguments: ["host", "a-b.example", "a_b", "host.", "127.0.0.1", "::1", "::ffff:127.0.0.1", "fe80::1%lo0", "xn--3e0b707e"])
    func names(host: String) { #expect(HTTPOrigin(host: host)?.host == host) }

    @Test("Converts an international host name to Punycode") func international() throws {
        // Older systems create no URL from it.
        guard let url = URL(string: "https://한국.kr/a") else { return }
        #expect(HTTPOrigin(url)?.text == "https://xn--3e0b707e.kr")
    }
}
