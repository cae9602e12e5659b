import NoticeBoardBase

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension URLSessionTransport {
    /// Decides about a certificate or another challenge of the system, for instance to pin a key.
    ///
    /// To cancel the challenge, or to reject its protection space, ends the call with `untrustedServer`.
    public typealias ChallengeHandler =
        @Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
}

/// Hands what the session reports to the exchange that it belongs to.
///
/// One delegate for the session, since a task's own delegate does not exist on iOS 14 and is ignored on Linux.
final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Sendable: all that it holds is behind a lock. Said by hand, since not every system's NSObject lets the compiler see it.
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

    /// Redirects are followed above the transport: FoundationNetworking sends every header on to any host.
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

    /// A connection that was kept and has gone stale is replaced by the system, which then begins the body anew.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(exchange(of: task)?.bodyStream())
    }

    /// A challenge for a server's password would hang for ever on Linux: refused, and the 401 itself is what the caller gets.
    ///
    /// There is only this form for tasks: the one for the session would be asked first on Apple's systems and never on Linux.
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
            // A proxy's password stands in the system's settings, where a company's administration has put it.
            return completionHandler(space.isProxy() ? .performDefaultHandling : .rejectProtectionSpace, nil)
        }
        guard let challengeHandler else { return completionHandler(.performDefaultHandling, nil) }
        Task { [exchange = exchange(of: task)] in
            let (disposition, credential) = await challengeHandler(challenge)
            // Noted first: the system ends such a task as if somebody had cancelled it.
            if disposition == .cancelAuthenticationChallenge || disposition == .rejectProtectionSpace {
                exchange?.fail(NoticeBoardError(.untrustedServer, "The app refused the server's certificate."))
            }
            completionHandler(disposition, credential)
        }
    }
}
