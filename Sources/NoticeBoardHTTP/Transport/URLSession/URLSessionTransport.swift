import NoticeBoardBase

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// The transport for production, over one URLSession of its own.
///
/// Copies share the session; it ends with the last of them. Nothing is stored: no cache, no cookies, no credentials.
public struct URLSessionTransport: HTTPTransport {
    private let owner: SessionOwner

    /// A transport over a session with `configuration`.
    ///
    /// Cookies, cache and credential store are switched off in any case.
    public init(configuration: URLSessionConfiguration = .ephemeral) { owner = SessionOwner(configuration) }

    /// Sends `request` and returns the response to it, redirects included.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let exchange = Exchange(limit: request.options.responseLimit)
        let foundation = try URLRequest(request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.begin(continuation) { owner.start(foundation, exchange) }
            }
        } onCancel: {
            exchange.cancel()
        }
    }
}

/// Ends the session when the last transport that uses it goes.
///
/// A session that is not ended leaks, and one that is ended too early traps the process on its next use.
private final class SessionOwner: Sendable {
    private let session: URLSession
    private let delegate = SessionDelegate()

    init(_ configuration: URLSessionConfiguration) {
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = max(configuration.httpMaximumConnectionsPerHost, 16)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    func start(_ request: URLRequest, _ exchange: Exchange) -> URLSessionTask {
        let task = session.dataTask(with: request)
        delegate.exchanges.withLock { $0[task.taskIdentifier] = exchange }
        task.resume()
        return task
    }
}
