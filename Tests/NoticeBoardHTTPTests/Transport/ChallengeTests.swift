import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Linux has no challenge but one for a password: what the system asks elsewhere is asked here by hand.
@Suite("The system's challenges", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ChallengeTests {
    private typealias Disposition = URLSession.AuthChallengeDisposition

    /// Whom the system would tell, and nobody here does.
    private final class Sender: NSObject, URLAuthenticationChallengeSender {
        func use(_: URLCredential, for _: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for _: URLAuthenticationChallenge) {}
        func cancel(_: URLAuthenticationChallenge) {}
        func performDefaultHandling(for _: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(with _: URLAuthenticationChallenge) {}
    }

    private static let session = URLSession(configuration: .ephemeral)
    // By its text: the name of it is unavailable on Linux.
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

    /// What the system is told, and what becomes of the call; nothing where it goes on.
    private func answer(
        _ challenge: URLAuthenticationChallenge, _ handler: URLSessionTransport.ChallengeHandler?
    ) async throws -> (Disposition, NoticeBoardError?) {
        let server = try LoopbackServer { _ in .silence }
        defer { server.stop() }
        let delegate = SessionDelegate(handler)
        let request = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
        let exchange = Exchange(request, queue: DispatchQueue(label: "challenge"))
        let task = Self.session.dataTask(with: server.url())
        delegate.exchanges.withLock { $0[task.taskIdentifier] = exchange }
        let call = Task {
            try await withCheckedThrowingContinuation { exchange.begin($0) { task } }
        }
        await server.waitForRequests(1)
        let disposition = await withCheckedContinuation { received in
            delegate.urlSession(Self.session, task: task, didReceive: challenge) { answer, _ in received.resume(returning: answer)
            }
        }
        // Whatever failed by now has the last word.
        exchange.cancel()
        do {
            _ = try await call.value
            return (disposition, nil)
        } catch {
            return (disposition, error as? NoticeBoardError)
        }
    }

    @Test("A certificate that the app refuses ends the call as untrusted", arguments: [true, false])
    func refused(isCancelled: Bool) async throws {
        let disposition: Disposition = isCancelled ? .cancelAuthenticationChallenge : .rejectProtectionSpace
        let (received, error) = try await answer(challenge(Self.certificate)) { _ in (disposition, nil) }
        #expect(received == disposition && error?.code == .untrustedServer)
    }

    @Test("One that it takes, or leaves to the system, does not", arguments: [true, false])
    func taken(isTaken: Bool) async throws {
        let disposition: Disposition = isTaken ? .useCredential : .performDefaultHandling
        let (received, error) = try await answer(challenge(Self.certificate)) { _ in (disposition, nil) }
        #expect(received == disposition && error == nil)
    }

    @Test("Without anybody to decide the system does") func undecided() async throws {
        let (received, error) = try await answer(challenge(Self.certificate), nil)
        #expect(received == .performDefaultHandling && error == nil)
    }

    @Test("No app is asked for a password: a server's is refused, and a proxy's is the system's", arguments: passwords)
    func password(method: String) async throws {
        for isProxy in [false, true] {
            let (received, error) = try await answer(challenge(method, ofProxy: isProxy)) { _ in
                Issue.record("asked")
                return (.useCredential, nil)
            }
            #expect(received == (isProxy ? .performDefaultHandling : .rejectProtectionSpace) && error == nil)
        }
    }
}
