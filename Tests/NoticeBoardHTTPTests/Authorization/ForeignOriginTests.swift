import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Sessions and foreign origins", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ForeignOriginTests {
    /// Returns the session and the outcome of a call that is redirected to `location` and answered with `status`.
    private func call(
        _ rules: SessionRules, redirect location: String?, _ status: HTTPStatus
    ) async throws -> (session: TokenSession, error: NoticeBoardError?, requests: [HTTPRequest], refreshes: Int) {
        let stub = StubTransport { request in
            if let location, request.target == "/file" { return HTTPResponse(status: 302, headers: [.location: location]) }
            if request.target == "/there" { return HTTPResponse(status: 302, headers: [.location: "https://host/end"]) }
            if request.target == "/round" { return HTTPResponse(status: 302, headers: [.location: "https://host/again"]) }
            if request.target == "/again" { return HTTPResponse(status: 302, headers: [.location: "/end"]) }
            return HTTPResponse(status: status)
        }
        let refreshes = Locked(0)
        let session = TokenSession(Credentials(accessToken: .raw("t")), rules: rules) { old in
            refreshes.withLock { $0 += 1 }
            return Credentials(accessToken: .raw("t2"))
        }
        let client = APIClient(
            APIClient.Configuration(
                baseURL: try #require(URL(string: "https://host")), authorization: session, retry: .never), transport: stub)
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client.response(for: EndpointRequest.get("file"))
        }
        return (session, error, Array(stub.requests), refreshes.withLock { $0 })
    }

    @Test(
        "A 401 from another origin neither renews nor ends the session",
        arguments: ["https://cdn/x", "https://www.host/x", "https://host:8443/x", "https://cdn/there", "https://cdn/round"],
        [SessionRules.bearer, TokenService.raw.rules])
    func foreign(location: String, rules: SessionRules) async throws {
        let call = try await call(rules, redirect: location, 401)
        #expect(call.error?.status == 401)
        #expect(call.refreshes == 0)
        #expect(call.session.credentials?.accessToken == .raw("t"))
        #expect(call.requests.last?.headers[.authorization] == nil)
    }

    @Test("A 401 from the session's origin renews or ends the session, even after a redirect") func own() async throws {
        for location in [nil, "/x"] {
            let renewed = try await call(.bearer, redirect: location, 401)
            #expect(renewed.refreshes == 1)
            let ended = try await call(TokenService.raw.rules, redirect: location, 401)
            #expect(ended.session.credentials == nil)
        }
    }
}
