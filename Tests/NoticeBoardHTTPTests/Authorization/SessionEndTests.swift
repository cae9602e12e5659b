import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Effects of a session's end on other calls", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SessionEndTests {
    private static let rules = SessionRules(expired: [419], ended: [401], refused: [418])

    private func client(_ session: TokenSession, _ stub: StubTransport) throws -> APIClient {
        APIClient(
            APIClient.Configuration(
                baseURL: try #require(URL(string: "https://host")), authorization: session, retry: .never), transport: stub)
    }

    @Test(
        "A pending call's error tells a refused renewal from a session that ended elsewhere",
        arguments: [
            (419, "The token can no longer be renewed."), (401, "The session ended while the call was on its way."),
            (0, "The session ended while the call was on its way."),
        ])
    func others(status: Int, detail: String) async throws {
        let gate = Gate()
        let session = TokenSession(Credentials(accessToken: .raw("a")), rules: Self.rules) { _ in
            throw NoticeBoardError(.unauthorized, "No.", reply: .init(status: 418))
        }
        let stub = StubTransport { request in
            if request.target != "/held" { return HTTPResponse(status: HTTPStatus(rawValue: status)) }
            try await gate.pass()
            return .json("{}")
        }
        let client = try client(session, stub)
        let held = Task { try await client.response(for: .get("held")) }
        await gate.waitForArrivals(1)
        if status == 0 {
            session.signIn(Credentials(accessToken: .raw("b")))
        } else {
            await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
        }
        let error = await #expect(throws: NoticeBoardError.self) { try await held.value }
        #expect(error?.code == .sessionOver)
        #expect(error?.detail == detail)
        #expect(error?.remedy == .signInAgain)
    }

    @Test(
        "A status ends the session, renews its token or does neither according to the rules",
        arguments: [
            (401, 0, true, NoticeBoardError.Code.unauthorized), (419, 1, false, .unauthorized),
            (418, 0, false, .unexpectedStatus), (403, 0, false, .forbidden), (500, 0, false, .serverFailure),
        ])
    func statuses(status: Int, renewals: Int, isOver: Bool, code: NoticeBoardError.Code) async throws {
        let count = Locked(0)
        let session = TokenSession(Credentials(accessToken: .raw("a"), account: "ann"), rules: Self.rules) { old in
            count.withLock { $0 += 1 }
            return Credentials(accessToken: .raw("b"), account: old.account)
        }
        let stub = StubTransport { _ in HTTPResponse(status: HTTPStatus(rawValue: status)) }
        let client = try client(session, stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
        #expect(error?.code == code)
        #expect(error?.status == status)
        #expect(count.withLock { $0 } == renewals)
        #expect((session.credentials == nil) == isOver)
        #expect(stub.requests.count == 1 + renewals)
        if isOver {
            guard case .ended(let why) = session.state else { Issue.record("it was \(session.state)"); return }
            #expect(why.code == .unauthorized)
            #expect(why.remedy == .signInAgain)
            #expect(why.status == 401)
        } else {
            #expect(session.state == .signedIn(account: "ann"))
        }
    }

    @Test("Interceptors replace the authorization of a request made without a client") func nameless()
        async throws
    {
        let stub = StubTransport { _ in .json("{}") }
        let session = TokenSession(Credentials(accessToken: .raw("a"))) { $0 }
        let origin = try #require(HTTPOrigin(host: "host"))
        let request = HTTPRequest(origin: origin, target: "/", headers: [.authorization: "old", "X": "1"])
        let next = HTTPNext([session], to: stub)
        #expect(try await next(request).status == 200)
        #expect(request.headers[.authorization] == "old")
        #expect(stub.requests.map(\.requestID) == [""])
        #expect(stub.requests[0].headers == [.authorization: "a", "X": "1"])
        let source = HTTPNext([AccessToken.bearer("t")], to: stub)
        _ = try await source(request)
        var open = request
        open.options.authorization = .anonymous
        _ = try await source(open)
        #expect(stub.requests.dropFirst().map { $0.headers[.authorization] } == ["Bearer t", "old"])
        let hostile = HTTPNext([AccessToken.raw("a\nb")], to: stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await hostile(request) }
        #expect(error?.remedy == .fixInput(.header(.authorization)))
        #expect(stub.requests.count == 3)
    }
}
