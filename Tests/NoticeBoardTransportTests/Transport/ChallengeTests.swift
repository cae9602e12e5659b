import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Linux has only password challenges, so this suite creates the other ones by hand.
@Suite("Authentication challenges", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ChallengeTests {
    private typealias Disposition = URLSession.AuthChallengeDisposition

    /// A sender that ignores all responses.
    private final class Sender: NSObject, URLAuthenticationChallengeSender {
        func use(_: URLCredential, for _: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for _: URLAuthenticationChallenge) {}
        func cancel(_: URLAuthenticationChallenge) {}
        func performDefaultHandling(for _: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(with _: URLAuthenticationChallenge) {}
    }

    private static let session = URLSession(configuration: .ephemeral)
    // Spelled out because the constant is unavailable on Linux.
    private static let certificate = "NSURLAuthenticationMethodServerTrust"
    private static let passwords = [
        NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
        NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodHTMLForm,
    ]

    private func challenge(_ method: String, ofProxy: Bool = false) -> URLAuthenticationChallenge {
        let space =
            ofProxy
            ? URLProtectionSpace(proxyHost: "example.invalid", port: 443, type: nil, realm: nil, authenticationMethod: method)
            : URLProtectionSpace(host: "example.invalid", port: 443, protocol: "https", realm: nil, authenticationMethod: method)
        return URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: Sender())
    }

    /// Returns the disposition and the call's error, or `nil` if the call continues.
    private func answer(
        _ challenge: URLAuthenticationChallenge, _ trust: SessionDelegate.Trust?
    ) async throws -> (Disposition, NoticeBoardError?) {
        let server = try LoopbackServer { _ in .silence }
        defer { server.stop() }
        let delegate = SessionDelegate(trust)
        let request = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
        let exchange = try Exchange(request, queue: DispatchQueue(label: "challenge"))
        let task = Self.session.dataTask(with: server.url())
        delegate.exchanges.withLock { $0[task.taskIdentifier] = exchange }
        let call = Task { try await exchange.response { task } }
        await server.waitForRequests(1)
        let disposition = await withCheckedContinuation { received in
            delegate.urlSession(Self.session, task: task, didReceive: challenge) { answer, _ in received.resume(returning: answer)
            }
        }
        // An earlier failure takes precedence over this cancellation.
        exchange.cancel()
        do {
            _ = try await call.value
            return (disposition, nil)
        } catch {
            return (disposition, error as? NoticeBoardError)
        }
    }

    @Test("A refused certificate ends the call with the reason") func refused() async throws {
        let (received, error) = try await answer(challenge(Self.certificate)) { _ throws(NoticeBoardError) in
            throw NoticeBoardError(.untrustedServer, "The key is another one.")
        }
        #expect(received == .cancelAuthenticationChallenge)
        #expect(error?.code == .untrustedServer)
        #expect(error?.detail == "The key is another one.")
    }

    @Test("An accepted certificate does not fail the call", arguments: [true, false])
    func taken(isTaken: Bool) async throws {
        let credential = isTaken ? URLCredential(user: "u", password: "p", persistence: .none) : nil
        let (received, error) = try await answer(challenge(Self.certificate)) { _ in credential }
        #expect(received == (isTaken ? .useCredential : .performDefaultHandling))
        #expect(error == nil)
    }

    @Test("Without a trust the system decides") func undecided() async throws {
        let (received, error) = try await answer(challenge(Self.certificate), nil)
        #expect(received == .performDefaultHandling)
        #expect(error == nil)
    }

    @Test("Refuses only a server's password challenge", arguments: passwords)
    func password(method: String) async throws {
        for isProxy in [false, true] {
            let (received, error) = try await answer(challenge(method, ofProxy: isProxy)) { _ in
                Issue.record("asked")
                return nil
            }
            #expect(received == (isProxy ? .performDefaultHandling : .rejectProtectionSpace))
            #expect(error == nil)
        }
    }
}
