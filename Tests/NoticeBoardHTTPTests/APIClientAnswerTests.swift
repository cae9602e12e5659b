import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("APIClient results", .inTurn, .timeLimit(.minutes(1))) struct APIClientAnswerTests {
    private func client(
        _ stub: StubTransport, _ change: (inout APIClient.Configuration) -> Void = { _ in }
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never)
        change(&configuration)
        return APIClient(configuration, transport: stub)
    }

    @Test("Returns a value together with its response") func valueAndResponse() async throws {
        let stub = StubTransport { _ in
            HTTPResponse(status: 201, headers: ["ETag": "7", "Link": "<next?page=2>; rel=next"], body: Data("[1]".utf8))
        }
        let (numbers, response) = try await client(stub).valueAndResponse([Int].self, for: .get("api/a"))
        #expect(numbers == [1])
        #expect(response.status == 201)
        #expect(response.headers[.etag] == "7")
        let next = try #require(response.link("next"))
        #expect(next.absoluteString == "https://host/api/next?page=2")
        try await client(stub).response(for: .get(.url(next)))
        #expect(stub.requests.last?.target == "/api/next?page=2")
    }

    @Test("Calls of each method accept options") func methods() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 204) }
        let client = try client(stub)
        let once = HTTPRequest.Options(retries: .never, timeout: 5)
        try await client.response(for: .get("a", options: once))
        try await client.response(for: EndpointRequest(.head, "a", options: once))
        for call: EndpointRequest in [
            .post("a", body: .json([1]), options: once), .put("a", body: .json([1]), options: once),
            .patch("a", body: .json([1]), options: once), .delete("a", body: .json([1]), options: once),
        ] { try await client.response(for: call) }
        #expect(stub.requests.map(\.method) == [.get, .head, .post, .put, .patch, .delete])
        #expect(stub.requests.map { $0.body != nil } == [false, false, true, true, true, true])
        #expect(stub.requests.allSatisfy { $0.options.retries == .never && $0.options.authorization == .required })
    }

    @Test("Creates a client from a base URL and a token") func shortForm() async throws {
        let stub = StubTransport { _ in .json("[]") }
        let client = APIClient(baseURL: try #require(URL(string: "https://host/api")), token: .raw("t"), transport: stub)
        #expect(try await client.value([Int].self, for: .get("/boards/")) == [])
        #expect(stub.requests.difference(from: ["GET /api/boards/"]) == nil)
        #expect(stub.requests[0].headers[.authorization] == "t")
    }

    @Test("mapError decodes the service's own error body") func ownErrorBody() async throws {
        struct FormError: Decodable { let field, words: String }
        let stub = StubTransport { _ in .json(#"{"field": "nick", "words": "짧습니다."}"#, status: 422) }
        let client = try client(stub) {
            $0.mapError = { response, error in
                guard response.status == 422, let own = error.reply?.value(FormError.self) else { return }
                error.reply?.message = own.words
                error.remedy = .fixInput(Remedy.Input(own.field, korean: "닉네임"))
            }
        }
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .post("join")) }
        #expect(error?.serverMessage == "짧습니다.")
        #expect(error?.remedy == .fixInput("nick"))
        #expect(error?.remedy.text(in: .korean) == "닉네임을 확인해 주세요.")
        #expect(error?.reply?["content-TYPE"]?.hasPrefix("application/json") == true)
        #expect(error?.reply?.value([Int].self) == nil)
    }

    @Test("Detects a deletion that succeeded although its response was lost", arguments: [404, 410, 500])
    func lostDeletion(status: Int) async throws {
        let count = Locked(0)
        let stub = StubTransport { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { throw NoticeBoardError(.connectionLost) }
            return HTTPResponse(status: HTTPStatus(rawValue: status))
        }
        let client = try client(stub) { $0.retry = RetryPolicy(attempts: 2, firstWait: 0) }
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .delete("notes/1")) }
        #expect(error?.isGoneAfterLostAnswer == (status != 500))
        #expect(error?.mayHaveArrived == true)
        let second = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .delete("notes/1")) }
        #expect(second?.isGoneAfterLostAnswer == false)
    }

    @Test("Decodes error bodies with the client's JSON settings") func errorBodyJSON() async throws {
        struct FormError: Decodable { let invalidParams: [String] }
        let seen = Locked<[String]?>(nil)
        let client = try client(StubTransport { _ in .json(#"{"invalid_params": ["nick"]}"#, status: 422) }) {
            $0.json = JSONCoding(usesSnakeCase: true)
            $0.mapError = { _, error in seen.withLock { $0 = error.reply?.value(FormError.self)?.invalidParams } }
        }
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .post("join")) }
        #expect(error?.reply?.value(FormError.self)?.invalidParams == ["nick"])
        #expect(seen.withLock { $0 } == ["nick"])
        #expect(error?.reply?.value(FormError.self, json: JSONCoding()) == nil)
    }

    @Test("A 401 from another origin does not ask to sign in", arguments: [true, false])
    func refusedUpload(isAnonymous: Bool) async throws {
        let client = try client(StubTransport { _ in HTTPResponse(status: 401) })
        let bucket = try #require(URL(string: "https://bucket.example/upload?signature=1"))
        let call = EndpointRequest.get(.url(bucket))
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client.response(for: isAnonymous ? call.withoutAuthorization() : call)
        }
        #expect(error?.code == .forbidden)
        #expect(error?.remedy == .contactAdministrator)
    }

    @Test("A 401 asks for sign-in details during sign-in and to sign in otherwise") func signIn() async throws {
        let client = try client(StubTransport { _ in .json(#"{"message": "모르는 계정입니다."}"#, status: 401) })
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client.response(for: EndpointRequest.post("login").withoutAuthorization())
        }
        #expect(error?.code == .unauthorized)
        #expect(error?.remedy == .fixInput(.signIn))
        #expect(error?.serverMessage == "모르는 계정입니다.")
        #expect(error?.text(in: .korean) == "로그인이 확인되지 않았습니다.")
        let other = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
        #expect(other?.remedy == .signInAgain)
    }

    @Test("A call that accepts any status returns every response") func anyStatus() async throws {
        let session = TokenSession(
            Credentials(accessToken: .bearer("old")), rules: SessionRules(expired: [419], ended: [401], refused: [])
        ) { _ in Credentials(accessToken: .bearer("new")) }
        let stub = StubTransport()
            .on(.get, "late", .status(419), .status(419))
            .on(.get, "moved", .status(302, headers: ["Location": "ftp://host/"]))
            .on(.get, "over", .status(401), .status(401))
        let client = try client(stub) { $0.authorization = session }
        let taking = { (path: PathTemplate) in EndpointRequest(.get, path, validation: .any) }
        #expect(try await client.response(for: taking("late")).status == 419)
        #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer old", "Bearer new"])
        #expect(try await client.response(for: taking("moved")).status == 302)
        #expect(session.credentials != nil)
        #expect(try await client.response(for: taking("over")).status == 401)
        #expect(session.credentials == nil)
    }

    @Test("Plain HTTP asks to contact the administrator") func plainHTTP() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 302, headers: ["Location": "http://other.example.com/"]) }
        let moved = try client(stub) {
            $0.baseURL = URL(string: "http://host") ?? $0.baseURL
            $0.plainHTTPHosts = ["host"]
        }
        let error = await #expect(throws: NoticeBoardError.self) {
            try await moved.response(for: EndpointRequest.get("a", headers: [.accept: "*/*"]))
        }
        #expect(error?.code == .insecure)
        #expect(error?.remedy == .contactAdministrator)
        let plain = try client(stub) { $0.baseURL = URL(string: "http://host") ?? $0.baseURL }
        let own = await #expect(throws: NoticeBoardError.self) { try await plain.response(for: .get("a")) }
        #expect(own?.code == .insecure)
        #expect(own?.remedy == .contactAdministrator)
    }

    @Test("Follows a Location that is not percent-encoded", arguments: ["/게시판/a b?q=가", "/게시판/a b?q=가".latin])
    func rawLocation(location: String) async throws {
        let stub = StubTransport { request in
            request.path == "/a" ? HTTPResponse(status: 302, headers: ["Location": location]) : .json("[]")
        }
        try await client(stub).response(for: .get("a"))
        #expect(stub.requests.last?.target == "/%EA%B2%8C%EC%8B%9C%ED%8C%90/a%20b?q=%EA%B0%80")
    }
}

extension String {
    /// Each UTF-8 byte as a Latin-1 character, as some systems deliver header values.
    fileprivate var latin: String { String(String.UnicodeScalarView(utf8.map { Unicode.Scalar($0) })) }
}
