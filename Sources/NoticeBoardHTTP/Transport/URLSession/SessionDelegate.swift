import NoticeBoardBase

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension URLSessionTransport {
    /// Answers a certificate challenge or another one of the system, for example to pin a key.
    ///
    /// Cancelling the challenge or rejecting its protection space ends the call with `untrustedServer`.
    public typealias ChallengeHandler =
        @Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
}

/// Forwards the session's callbacks to the exchange of each task.
///
/// One delegate for the session, because delegates per task do not exist on iOS 14 and are ignored on Linux.
final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Sendable: all state is behind a lock. Unchecked, because NSObject prevents the check on some systems.
    let exchanges = Locked<[Int: Exchange]>([:])
    private let challengeHandler: URLSessionTransport.ChallengeHandler?

    init(_ challengeHandler: URLSessionTransport.ChallengeHandler?) { self.challengeHandler = challengeHandler }

    private func exchange(of task: URLSessionTask) -> Exchange? { exchanges.withLock { $0[task.taskIdentifier] } }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(task, error)
    }

    /// Redirects are followed above the transport: FoundationNetworking forwards every header to any host.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.sent(totalBytesSent, of: totalBytesExpectedToSend)
    }

    /// Restarts the body, when the system replaces a stale connection.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(exchange(of: task)?.bodyStream())
    }

    /// Answers challenges.
    ///
    /// Password challenges are refused, so that the caller gets the 401; on Linux they would hang.
    ///
    /// Only tasks have this method: the session's own would be called first on Apple's systems and never on Linux.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let passwords = [
            NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
            NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodHTMLForm,
        ]
        let space = challenge.protectionSpace
        if passwords.contains(space.authenticationMethod) {
            // A proxy's password is in the system's settings, where an administrator has put it.
            return completionHandler(space.isProxy() ? .performDefaultHandling : .rejectProtectionSpace, nil)
        }
        guard let challengeHandler else { return completionHandler(.performDefaultHandling, nil) }
        Task { [exchange = exchange(of: task)] in
            let (disposition, credential) = await challengeHandler(challenge)
            // Recorded first: the system ends such a task as if it were cancelled.
            if disposition == .cancelAuthenticationChallenge || disposition == .rejectProtectionSpace {
                exchange?.fail(NoticeBoardError(.untrustedServer, "The app refused the server's certificate."))
            }
            completionHandler(disposition, credential)
        }
    }
}
