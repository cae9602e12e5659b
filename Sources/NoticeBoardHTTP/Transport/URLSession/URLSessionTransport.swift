import NoticeBoardBase

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// The production transport on Apple's systems, over its own URLSession.
///
/// On Linux, over FoundationNetworking, a bad server can end the process and a request may be sent twice; use `CurlTransport`
/// there. Idle timeouts are whole seconds there.
///
/// A multipart body with files is first copied to a temporary file, which exists until the call has ended.
///
/// Copies share the session, which ends with the last copy. Nothing is stored: no cache, no cookies, no credentials.
public struct URLSessionTransport: StreamingHTTPTransport {
    private let owner: SessionOwner
    /// Why every call fails: the given trust or configuration can't be used.
    private let refusal: NoticeBoardError?

    /// Creates a transport over a session with `configuration`.
    ///
    /// Cookies, cache and credential store are always switched off.
    ///
    /// - Parameters:
    ///   - trust: The servers to trust under https, and the certificates that identify the app to them. If that is not supported,
    ///     calls throw `invalidInput`: on Linux, and for a client certificate on macOS before 15.
    ///   - configuration: The session's proxies, TLS versions and protocol classes.
    ///   - connectionsPerHost: The maximum number of concurrent requests to one host; more wait.
    public init(
        trust: HTTPTrust = .system, configuration: URLSessionConfiguration = .ephemeral, connectionsPerHost: Int = 16
    ) {
        do throws(NoticeBoardError) {
            owner = SessionOwner(configuration, connectionsPerHost, try Self.answer(to: trust, configuration))
            refusal = nil
        } catch {
            owner = SessionOwner(.ephemeral, connectionsPerHost, nil)
            refusal = error
        }
    }

    /// Returns the function that answers certificate challenges; throws if `trust` or `configuration` can't be used.
    private static func answer(
        to trust: HTTPTrust, _ configuration: URLSessionConfiguration
    ) throws(NoticeBoardError) -> SessionDelegate.Trust? {
        guard configuration.identifier == nil else {
            throw NoticeBoardError(
                invalid: "configuration", "A background session knows no calls, only transfers: use .default or .ephemeral.")
        }
        #if canImport(Security)
            let server = try ServerTrust(trust)
            return { space throws(NoticeBoardError) in try server.answer(space) }
        #else
            guard configuration.connectionProxyDictionary?.isEmpty != false else {
                throw NoticeBoardError(
                    invalid: "configuration", "URLSession ignores the proxy of its configuration on Linux: use CurlTransport.")
            }
            guard try trust.checked() == .system else {
                throw NoticeBoardError(
                    invalid: "trust", "URLSession takes no pins, authorities or certificates on this system: use CurlTransport.")
            }
            return nil
        #endif
    }

    /// Sends `request` and returns its response, without following redirects.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        if let refusal { throw refusal }
        return try await exchange(Exchange(request, queue: owner.queue))
    }

    /// Sends `request` and returns its response as soon as the head has arrived.
    ///
    /// A slow reader suspends the session's task. Throws `invalidInput` on Linux, where URLSession reads on without limit and
    /// unread bytes would fill the memory.
    public func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
        #if canImport(FoundationNetworking)
            throw Self.noStreams
        #else
            return try await openStream(request)
        #endif
    }

    static let noStreams = NoticeBoardError(invalid: "transport", "URLSession cannot stream on this system: use CurlTransport.")

    func openStream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
        if let refusal { throw refusal }
        let exchange = try Exchange(request, queue: owner.queue)
        let (body, writer) = HTTPByteStream.makeStream(
            onResume: { [weak exchange] in exchange?.resumeTask() }, onCancel: { [weak exchange] in exchange?.cancel() })
        exchange.call.stream = writer
        return HTTPStreamedResponse(head: try await self.exchange(exchange), body: body)
    }

    private func exchange(_ exchange: Exchange) async throws -> HTTPResponse {
        let foundation = try URLRequest(exchange.request)
        return try await exchange.response { [owner] in owner.task(foundation, exchange) }
    }
}

/// Ends the session when the last transport that uses it is released.
///
/// A session that is not ended leaks, and one that is ended too early traps on its next use. Each transport has a single session:
/// on Linux all sessions share a serial queue, and many of them crash under load.
private final class SessionOwner: Sendable {
    /// Starts and cancels tasks: on Linux both wait for the session's own queue.
    let queue = DispatchQueue(label: "NoticeBoard.transport")
    private let session: URLSession
    private let delegate: SessionDelegate

    init(_ shared: URLSessionConfiguration, _ connectionsPerHost: Int, _ trust: SessionDelegate.Trust?) {
        // Copied, to leave the caller's configuration unchanged.
        let configuration = shared.copy() as? URLSessionConfiguration ?? .ephemeral
        // Default sessions on Linux store cookies and send them with later calls, of any caller.
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        // These headers would be sent to every origin that a redirect leads to.
        for name in configuration.httpAdditionalHeaders?.keys.compactMap({ $0 as? String }) ?? []
        where HTTPHeaderName(name).map([HTTPHeaderName.authorization, .cookie, .proxyAuthorization].contains) ?? false {
            configuration.httpAdditionalHeaders?[name] = nil
        }
        delegate = SessionDelegate(trust)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Returns a new task for `request`, not started yet.
    func task(_ request: URLRequest, _ exchange: Exchange) -> URLSessionTask {
        let task =
            if let file = exchange.bodyFile {
                session.uploadTask(with: request, fromFile: file)
            } else {
                session.dataTask(with: request)
            }
        delegate.exchanges.withLock { $0[task.taskIdentifier] = exchange }
        return task
    }
}

extension URLRequest {
    fileprivate init(_ request: HTTPRequest) throws(NoticeBoardError) {
        guard let url = request.url else {
            throw NoticeBoardError(invalid: .path, "The address cannot be held by URL.")
        }
        try request.method.check()
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        timeoutInterval = request.idleTimeout
        for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name.text) }
        // FoundationNetworking labels a body without a type as a form.
        if request.body != nil, request.headers[.contentType] == nil {
            setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        if let body = request.body, !body.holdsFiles { httpBody = try body.bytes() }
    }
}
