import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Endpoint addresses", .inTurn, .timeLimit(.minutes(1))) struct AddressTests {
    private func request(_ endpoint: EndpointRequest, base: String = "https://host/api") throws -> HTTPRequest {
        let builder = RequestBuilder(
            baseURL: try #require(URL(string: base)), headers: ["Accept": "a", "User-Agent": "u", "SesacKey": "planted"])
        return try builder.request(for: endpoint)
    }

    @Test(
        "Ignores only the leading slash of a literal",
        arguments: [
            ("/boards", "/api/boards", "/boards"), ("boards/", "/api/boards/", "/boards/"),
            ("/boards/", "/api/boards/", "/boards/"),
            ("", "/api", "/"), ("/", "/api/", "/"), ("/users/@me", "/api/users/@me", "/users/@me"),
            ("a!$&'()*+,;=:@b", "/api/a!$&'()*+,;=:@b", "/a!$&'()*+,;=:@b"),
        ] as [(PathTemplate, String, String)])
    func slashes(path: PathTemplate, below: String, atRoot: String) throws {
        #expect(try request(.get(path)).target == below)
        #expect(try request(.get(path), base: "https://host").target == atRoot)
    }

    @Test("Refuses empty segments from interpolated values") func interpolated() throws {
        let (id, empty) = (7, "")
        #expect(try request(.get("/\(id)/")).target == "/api/7/")
        #expect(try request(.get("/boards/\(id)/")).target == "/api/boards/7/")
        for path in [
            "/\(empty)", "a/\(empty)/", "\(empty)/", "\(segments: "a/")", "\(segments: "/a")", "\(segments: "")", "//a", "a//",
        ]
            as [PathTemplate]
        {
            #expect(throws: NoticeBoardError.self, "\(path)") { try request(.get(path)) }
        }
        #expect(PathTemplate("/boards/\(id)/").label == "boards/{}/")
    }

    @Test("Accepts common value types in paths and queries") func values() throws {
        enum Sort: String, QueryValue { case newest }
        enum Level: Int, QueryValue { case high = 3 }
        let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        let none: [String]? = nil
        let query: Query = [
            "id": id, "big": Int64(1) << 40, "small": -1, "price": 1.5, "part": "abc".prefix(2), "sort": Sort.newest,
            "level": Level.high, "tag": ["a b", "c"], "empty": [Int](), "none": none, "on": true,
        ]
        #expect(
            try request(.get("\(id)/\(Sort.newest)/\(UInt64.max)", query: query)).target
                == "/api/e621e1f8-c36c-495a-93fc-0c247a3e6e5f/newest/18446744073709551615?id=e621e1f8-c36c-495a-93fc-0c247a3e6e5f"
                + "&big=1099511627776&small=-1&price=1.5&part=ab&sort=newest&level=3&tag=a%20b&tag=c&on=true")
    }

    @Test("Accepts dates and typed identifiers in paths and queries") func typed() throws {
        struct RoomID: RawRepresentable, QueryValue { let rawValue: Int }
        let date = Date(timeIntervalSince1970: 1_700_000_000.5)
        #expect(
            try request(.get("rooms/\(RoomID(rawValue: 7))/\(date)", query: ["since": date])).target
                == "/api/rooms/7/2023-11-14T22%3A13%3A20.500Z?since=2023-11-14T22%3A13%3A20.500Z")
        #expect(Date(timeIntervalSince1970: .infinity).queryText.isEmpty)
    }

    @Test("Builds a query from a literal and changes") func queries() throws {
        let limit: Int? = nil
        var query: Query = ["offset": 0, "limit": limit, "z": 1]
        query.append("q", "a")
        query.append("y", 2)
        query.items.removeAll { $0.name == "z" }
        #expect(try request(.get("x", query: query)).target == "/api/x?offset=0&q=a&y=2")
        #expect(try request(.get("x", query: Query())).target == "/api/x")
    }

    @Test(
        "A URL from the server replaces the path",
        arguments: [
            ("https://host/other?page=2", "https://host", "/other?page=2&q=1"),
            ("/posts?page=2#top", "https://host", "/posts?page=2&q=1"),
            ("next", "https://host", "/next?q=1"), ("https://cdn.example.com", "https://cdn.example.com", "/?q=1"),
            ("http://cdn.example.com:8080/a%2Fb/%EA%B0%80", "http://cdn.example.com:8080", "/a%2Fb/%EA%B0%80?q=1"),
        ])
    func absolute(address: String, origin: String, target: String) throws {
        let call = try request(.get(.url(try #require(URL(string: address))), query: ["q": 1]))
        #expect(call.origin.text == origin)
        #expect(call.target == target)
        #expect(!"\(call)".contains("page"))
        #expect("\(call)".contains("{url}"))
    }

    @Test(
        "Refuses a URL that is not HTTP or has credentials without quoting it",
        arguments: ["ftp://host/planted", "file:///etc/planted", "https://planted:p@host/", "data:planted", "//planted:p@host/x"])
    func refused(address: String) throws {
        let url = try #require(URL(string: address))
        let error = #expect(throws: NoticeBoardError.self) { try request(.get(.url(url))) }
        #expect(error?.code == .invalidInput)
        #expect(error.map { "\($0)" }?.contains("planted") == false)
    }

    @Test("Sends another origin no token and no custom header of the client") func foreign()
        async throws
    {
        let stub = StubTransport { _ in .json("{}") }
        let client = APIClient(
            APIClient.Configuration(
                baseURL: try #require(URL(string: "https://host/api")), token: .bearer("planted"),
                headers: ["SesacKey": "planted", "Accept-Language": "ko"]), transport: stub)
        for address in ["https://cdn.example.com/a.png", "https://host:8443/a", "http://host/a", "https://host/a"] {
            let endpoint = EndpointRequest.get(.url(try #require(URL(string: address))), headers: ["X-Own": "x"])
            _ = try? await client.response(for: endpoint)
        }
        #expect(stub.requests.count == 3)
        for request in stub.requests.dropLast() {
            #expect(!request.headers.contains { $0.value.contains("planted") })
            #expect(request.headers["X-Own"] == "x")
            #expect(request.headers["Accept-Language"] == "ko")
        }
        #expect(stub.requests[2].headers[.authorization] == "Bearer planted")
        #expect(stub.requests[2].headers["SesacKey"] == "planted")
    }

    @Test("A 401 from another origin does not end the session") func foreignRefusal() async throws {
        let session = TokenSession(
            Credentials(accessToken: .bearer("t")), rules: SessionRules(expired: [], ended: [401], refused: []),
            refresh: { $0 })
        let client = APIClient(
            APIClient.Configuration(
                baseURL: try #require(URL(string: "https://host")), authorization: session, retry: .never),
            transport: StubTransport { _ in HTTPResponse(status: 401) })
        let url = try #require(URL(string: "https://cdn.example.com/a"))
        await #expect(throws: NoticeBoardError.self) { try await client.response(for: EndpointRequest.get(.url(url))) }
        #expect(session.credentials != nil)
    }
}
