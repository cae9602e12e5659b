import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Sessions and web pages from firewalls", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SessionWebPageTests {
    private static let rules = SessionRules(expired: [419], ended: [401], refused: [418, 401, 403])
    private static let page = Data("\u{FEFF}\r\n\u{C} <!DOCTYPE html><title>Blocked</title>".utf8)

    private func client(_ session: TokenSession, _ stub: StubTransport) throws -> APIClient {
        APIClient(
            APIClient.Configuration(
                baseURL: try #require(URL(string: "https://host")), authorization: session, retry: .never), transport: stub)
    }

    @Test("A web page in response to a call does not end the session") func call() async throws {
        let session = TokenSession(Credentials(accessToken: .raw("a")), rules: Self.rules) { $0 }
        let isPage = Locked(true)
        let stub = StubTransport { _ in HTTPResponse(status: 401, body: isPage.withLock { $0 } ? Self.page : Data("{}".utf8)) }
        let client = try client(session, stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
        #expect(error?.code == .networkSignIn)
        #expect(error?.status == 401)
        #expect(session.credentials != nil)
        isPage.withLock { $0 = false }
        await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
        #expect(session.credentials == nil)
    }

    @Test("A web page in response to a renewal does not end the session", arguments: [418, 401, 403]) func renewal(status: Int)
        async throws
    {
        let isPage = Locked(true)
        let anonymousClient = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never),
            transport: StubTransport { _ in
                let body = isPage.withLock { $0 } ? Self.page : Data()
                return HTTPResponse(status: HTTPStatus(rawValue: status), body: body)
            })
        let session = TokenSession(Credentials(accessToken: .raw("a")), rules: Self.rules) { old in
            _ = try await anonymousClient.response(for: .get("refresh", options: .init(authorization: .anonymous)))
            return old
        }
        let client = try client(session, StubTransport { _ in HTTPResponse(status: 419) })
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
        #expect(error?.code == .networkSignIn)
        #expect(session.credentials != nil)
        isPage.withLock { $0 = false }
        let over = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
        #expect(over?.code == .sessionOver)
        #expect(session.credentials == nil)
    }
}
