import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@Suite("Responses from other servers, and invalid responses", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LinkAnswerTests {
    private typealias Call = @Sendable (LinkClient) async throws -> Void

    private func code(_ body: String, status: HTTPStatus = 200, _ call: Call) async throws -> NoticeBoardError.Code? {
        let configuration = LinkClient.Configuration(baseURL: PictureFixture.url, key: "k")
        let stub = StubTransport { _ in HTTPResponse(status: status, body: Data(body.utf8)) }
        let client = LinkClient(configuration, authorization: AccessToken.raw("t"), transport: stub)
        do { try await call(client) } catch { return (error as? NoticeBoardError)?.code }
        return nil
    }

    private static let deletions: [Call] = [
        { try await $0.deletePost("p1") }, { try await $0.deleteReply("c1", on: "p1") }, { try await $0.checkEmail("a@b.kr") },
    ]

    @Test("A 200 response with a web page is a network sign-in error", arguments: 0..<3) func portal(_ call: Int)
        async throws
    {
        #expect(try await code("<html></html>", Self.deletions[call]) == .networkSignIn)
    }

    @Test("A response that breaks the contract is unreadable", arguments: 0..<3, ["", "[]", "{}", "\0\0", "[[[["])
    func junk(_ call: Int, body: String) async throws {
        #expect(try await code(body, Self.deletions[call]) == .unreadableResponse)
    }

    @Test("Rejects a response about another post or account") func others() async throws {
        let deleted = #"{"_id":"p2"}"#
        #expect(try await code(deleted) { try await $0.deletePost("p1") } == .unreadableResponse)
        #expect(try await code(#"{"_id":"p1"}"#) { try await $0.deletePost("p1") } == nil)
        #expect(try await code(#"{"postID":"p1"}"#) { try await $0.deleteReply("c1", on: "p1") } == nil)
        let post = #"{"_id":"p2","creator":{"_id":"u1","nick":"n"}}"#
        #expect(try await code(post) { _ = try await $0.post("p1") } == .unreadableResponse)
        #expect(try await code(#"{"_id":"u2","nick":"n"}"#) { _ = try await $0.profile(of: "u1") } == .unreadableResponse)
    }

    @Test("Rejects a token that is not a string and an account ID that does not fit in a path") func tokens() async throws {
        let old = Credentials(accessToken: .raw("a"), refreshToken: "r", account: "u1")
        #expect(try await code(#"{"token":12345}"#) { _ = try await $0.refresh(old) } == .unreadableResponse)
        for id in ["../x", "a/b?c#d", "a\u{202E}", ""] {
            let body = #"{"_id":"\#(id)","token":"t","refreshToken":"r"}"#
            let code = try await code(body) { _ = try await $0.logIn(email: "a@b.kr", password: "1234") }
            #expect(code == .unreadableResponse, "\(id)")
        }
    }

    @Test("A web page with a status of the service is a network sign-in error", arguments: [401, 403, 418, 420, 444, 445])
    func firewall(_ status: Int) async throws {
        let status = HTTPStatus(rawValue: status)
        for call in Self.deletions { #expect(try await code("<html>", status: status, call) == .networkSignIn) }
        #expect(
            try await code("<html>", status: status) { _ = try await $0.logIn(email: "a@b.kr", password: "1234") }
                == .networkSignIn)
    }
}
