import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Nested renewals", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TwoSessionsTests {
    private static func client(_ host: String, _ session: TokenSession?, _ stub: StubTransport) throws -> APIClient {
        APIClient(
            APIClient.Configuration(
                baseURL: try #require(URL(string: "https://\(host)")), authorization: session, retry: .never),
            transport: stub)
    }

    @Test("A session can renew through another session's client whose token has expired") func both()
        async throws
    {
        let stub = StubTransport { request in
            switch (request.headers[.authorization], request.target) {
            case ("Bearer old", _): HTTPResponse(status: 401)
            case (_, "/exchange"): .json(#"{"token": "new"}"#)
            default: .json("{}")
            }
        }
        let first = TokenSession(Credentials(accessToken: .bearer("old"), refreshToken: "a")) { old in
            Credentials(accessToken: .bearer("fresh"), refreshToken: old.refreshToken)
        }
        let firstClient = try Self.client("a", first, stub)
        let second = TokenSession(Credentials(accessToken: .bearer("old"), refreshToken: "b")) { old in
            _ = try await firstClient.response(for: EndpointRequest.get("exchange"))
            return Credentials(accessToken: .bearer("new"), refreshToken: old.refreshToken)
        }
        let response = try await Self.client("b", second, stub).response(for: EndpointRequest.get("data"))
        #expect(response.status == 200)
        #expect(first.credentials?.accessToken == .bearer("fresh"))
        #expect(second.credentials?.accessToken == .bearer("new"))
    }

    @Test("A recorded request holds neither its session nor its client")
    func released() async throws {
        func signedInCall() async throws -> (StubTransport, Weak) {
            let stub = StubTransport { _ in .json("{}") }
            let session = TokenSession(Credentials(accessToken: .bearer("a"))) { old in
                _ = stub.requests.count
                return old
            }
            _ = try await Self.client("a", session, stub).response(for: EndpointRequest.get("data"))
            return (stub, Weak(session: session))
        }
        let (stub, left) = try await signedInCall()
        #expect(stub.requests.count == 1)
        #expect(left.session == nil)
    }

    private struct Weak { weak var session: TokenSession? }

    @Test("A renewal that uses its own session fails at once")
    func itself() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 401) }
        let (own, client) = (Locked<TokenSession?>(nil), Locked<APIClient?>(nil))
        let (asksSession, code) = (Locked(true), Locked<[NoticeBoardError.Code?]>([]))
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { old in
            do {
                if asksSession.withLock({ $0 }) {
                    try await own.withLock { $0 }?.renew()
                } else {
                    _ = try await client.withLock { $0 }?.response(for: EndpointRequest.get("refresh"))
                }
            } catch {
                code.withLock { $0.append((error as? NoticeBoardError)?.code) }
                throw error
            }
            return old
        }
        let signedIn = try Self.client("a", session, stub)
        own.withLock { $0 = session }
        client.withLock { $0 = signedIn }
        // Breaks the reference cycle of session and client.
        defer {
            own.withLock { $0 = nil }
            client.withLock { $0 = nil }
        }
        await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        asksSession.withLock { $0 = false }
        await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        #expect(code.withLock { $0 } == [.unauthorized, .unauthorized])
        #expect(session.credentials != nil)
    }

    @Test("A task created in a renewal may renew after that renewal has finished") func inheritedTask() async throws {
        let stub = StubTransport { request in
            HTTPResponse(status: request.headers[.authorization] == "Bearer 2" ? 200 : 401)
        }
        let (client, later) = (Locked<APIClient?>(nil), Locked<Task<HTTPStatus?, Never>?>(nil))
        let (isOver, renewals) = (Gate(), Locked(0))
        let session = TokenSession(Credentials(accessToken: .bearer("0"))) { _ in
            let number = renewals.withLock { count in
                count += 1
                return count
            }
            if number == 1 {
                let task = Task { () -> HTTPStatus? in
                    try? await isOver.pass()
                    return try? await client.withLock { $0 }?.response(for: EndpointRequest.get("data")).status
                }
                later.withLock { $0 = task }
            }
            return Credentials(accessToken: .bearer("\(number)"))
        }
        client.withLock { $0 = try? Self.client("a", session, stub) }
        defer { client.withLock { $0 = nil } }
        try await session.renew()
        isOver.open()
        #expect(await later.withLock { $0 }?.value == 200)
        #expect(renewals.withLock { $0 } == 2)
    }

    @Test("Only a renewal that throws sessionOver ends the session")
    func over() async throws {
        struct Locked: Error {}
        let ended = TokenSession(Credentials(accessToken: .bearer("a"))) { _ in throw NoticeBoardError(.sessionOver) }
        let kept = TokenSession(Credentials(accessToken: .bearer("a"))) { _ in throw Locked() }
        let over = await #expect(throws: NoticeBoardError.self) { try await ended.renew() }
        #expect(over?.code == .sessionOver)
        #expect(ended.credentials == nil)
        let failed = await #expect(throws: NoticeBoardError.self) { try await kept.renew() }
        #expect(failed?.code == .external)
        #expect(failed?.underlying is Locked)
        #expect(kept.credentials != nil)
    }

    @Test("A renewal that throws CancellationError is reported as unreachable") func givenUp()
        async throws
    {
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { _ in throw CancellationError() }
        let error = await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        #expect(error?.code == .unreachable)
        #expect(session.credentials != nil)
    }

    @Test("A 403 response to a renewal does not sign out by default") func firewall() async throws {
        let stub = StubTransport { request in HTTPResponse(status: request.target == "/refresh" ? 403 : 401) }
        let plain = try Self.client("a", nil, stub)
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { old in
            _ = try await plain.response(for: EndpointRequest.post("refresh"))
            return old
        }
        let error = await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        #expect(error?.code == .forbidden)
        #expect(session.credentials != nil)
    }
}
