import Foundation
import NoticeBoardBase

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Forwards the session's callbacks to the exchange of each task.
///
/// One delegate for the session, because delegates per task do not exist on iOS 14 and are ignored on Linux.
final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Sendable: all state is behind a lock. Unchecked, because NSObject prevents the check on some systems.
    let exchanges = Locked<[Int: Exchange]>([:])
    private let trust: Trust?

    /// Returns the answer to a certificate challenge, or `nil` to leave it to the system; throws to refuse the server.
    ///
    /// May block while the system looks up certificates.
    typealias Trust = @Sendable (URLProtectionSpace) throws(NoticeBoardError) -> URLCredential?

    init(_ trust: Trust?) { self.trust = trust }

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

    #if !canImport(FoundationNetworking)
        func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
            guard let exchange = exchange(of: task), let last = metrics.transactionMetrics.last else { return }
            exchange.request.call?.record(HTTPPhases(last))
            // The call of a stream has ended with its head.
            if exchange.call.stream != nil { Task { exchange.request.call?.logPhases() } }
        }
    #endif

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
        exchange(of: task)?.sent(totalBytesSent)
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
        guard let trust else { return completionHandler(.performDefaultHandling, nil) }
        Task { [exchange = exchange(of: task)] in
            do throws(NoticeBoardError) {
                let credential = try trust(space)
                completionHandler(credential == nil ? .performDefaultHandling : .useCredential, credential)
            } catch {
                // First, since the system ends such a task as if it were cancelled.
                exchange?.finish(.failure(error))
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }
}
