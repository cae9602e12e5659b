import NoticeBoardBase

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// The transport for production on Apple's systems, over one URLSession of its own.
///
/// On Linux, where it stands on FoundationNetworking, a bad server can end the process and a request may go out twice; take
/// `CurlTransport` there. Idle time-outs are whole seconds there.
///
/// Copies share the session; it ends with the last of them. Nothing is stored: no cache, no cookies, no credentials.
public struct URLSessionTransport: StreamingHTTPTransport {
    private let owner: SessionOwner
    /// Why no call can be made with the trust that was given.
    private let refusal: NoticeBoardError?

    /// A transport over a session with `configuration`.
    ///
    /// Cookies, cache and credential store are switched off in any case.
    ///
    /// - Parameters:
    ///   - trust: Which servers are trusted under https, and which certificates prove the app to them. Calls throw `invalidInput` where
    ///     that cannot be: on Linux, and for a client certificate on macOS before 15.
    ///   - configuration: What the session is made of: proxies, TLS versions, protocol classes.
    ///   - connectionsPerHost: The maximum number of requests to one host at a time; more wait.
    ///   - challengeHandler: Answers the challenges that `trust` leaves, but those for a password, which are always refused.
    public init(
        trust: HTTPTrust = .system, configuration: URLSessionConfiguration = .ephemeral, connectionsPerHost: Int = 16,
        challengeHandler: ChallengeHandler? = nil
    ) {
        #if canImport(Security)
            let server = Result { () throws(NoticeBoardError) in try ServerTrust(trust) }
            refusal = if case .failure(let error) = server { error } else { nil }
            owner = SessionOwner(configuration, connectionsPerHost, Self.handler(try? server.get(), challengeHandler))
        #else
            refusal = trust == .system ? nil : Self.noTrust(trust)
            owner = SessionOwner(configuration, connectionsPerHost, challengeHandler)
        #endif
    }

    #if canImport(Security)
        /// Returns a handler that asks `trust` first.
        private static func handler(_ trust: ServerTrust?, _ own: ChallengeHandler?) -> ChallengeHandler? {
            guard let trust else { return own }
            return { challenge in
                do {
                    if let credential = try trust.answer(challenge.protectionSpace) { return (.useCredential, credential) }
                } catch {
                    return (.cancelAuthenticationChallenge, nil)
                }
                return await own?(challenge) ?? (.performDefaultHandling, nil)
            }
        }
    #else
        private static func noTrust(_ trust: HTTPTrust) -> NoticeBoardError {
            do { _ = try trust.checked() } catch { return error }
            return NoticeBoardError(
                .invalidInput, "URLSession takes no pins, authorities or certificates on this system: use CurlTransport.",
                remedy: .fixInput("trust"))
        }
    #endif

    /// Sends `request` and returns its response; a redirect is returned and not followed.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await exchange(Exchange(request, queue: owner.queue))
    }

    /// Sends `request` and returns its response as soon as the head has arrived.
    ///
    /// A reader that is behind suspends the session's task. On Linux it throws `invalidInput`: URLSession reads on there without
    /// end, and what nobody reads fills the memory.
    public func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
        #if canImport(FoundationNetworking)
            throw Self.noStreams
        #else
            return try await openStream(request)
        #endif
    }

    static let noStreams = NoticeBoardError(
        .invalidInput, "URLSession cannot stream on this system: use CurlTransport.", remedy: .fixInput("transport"))

    func openStream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
        let exchange = Exchange(request, queue: owner.queue)
        let (body, writer) = HTTPByteStream.makeStream(
            onResume: { [weak exchange] in exchange?.resumeTask() }, onCancel: { [weak exchange] in exchange?.cancel() })
        exchange.stream = writer
        return HTTPStreamedResponse(head: try await self.exchange(exchange), body: body)
    }

    private func exchange(_ exchange: Exchange) async throws -> HTTPResponse {
        if let refusal { throw refusal }
        guard !owner.isBackground else {
            throw NoticeBoardError(
                .invalidInput, "A background session knows no calls, only transfers: use .default or .ephemeral.",
                remedy: .fixInput("configuration"))
        }
        #if canImport(FoundationNetworking)
            guard !owner.hasProxy else {
                throw NoticeBoardError(
                    .invalidInput, "URLSession ignores the proxy of its configuration on Linux: use CurlTransport.",
                    remedy: .fixInput("configuration"))
            }
        #endif
        let foundation = try URLRequest(exchange.request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.begin(continuation) { [owner] in owner.task(foundation, exchange) }
            }
        } onCancel: {
            exchange.cancel()
        }
    }
}

/// Ends the session when the last transport that uses it goes.
///
/// A session that is not ended leaks, and one that is ended too early traps the process on its next use. There is one for
/// each transport: on Linux all sessions share a serial queue, and many of them crash under load.
private final class SessionOwner: Sendable {
    /// Where tasks are started and cancelled: on Linux both wait for the queue on which the session works.
    let queue = DispatchQueue(label: "NoticeBoard.transport")
    let isBackground: Bool
    let hasProxy: Bool
    private let session: URLSession
    private let delegate: SessionDelegate

    init(_ shared: URLSessionConfiguration, _ connectionsPerHost: Int, _ challengeHandler: URLSessionTransport.ChallengeHandler?)
    {
        // The caller's configuration stays as it is.
        isBackground = shared.identifier != nil
        hasProxy = shared.connectionProxyDictionary?.isEmpty == false
        let configuration: URLSessionConfiguration =
            isBackground ? .ephemeral : shared.copy() as? URLSessionConfiguration ?? .ephemeral
        // Default sessions on Linux store cookies and send them to whoever asks next.
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        // Those would go to every origin that a redirect leads to.
        for name in configuration.httpAdditionalHeaders?.keys.compactMap({ $0 as? String }) ?? []
        where HTTPHeaderName(name).map([HTTPHeaderName.authorization, .cookie, .proxyAuthorization].contains) ?? false {
            configuration.httpAdditionalHeaders?[name] = nil
        }
        delegate = SessionDelegate(challengeHandler)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// A task for `request` that was not started yet.
    func task(_ request: URLRequest, _ exchange: Exchange) -> URLSessionTask {
        var request = request
        // Setting none would take away the body that is there.
        if let stream = exchange.bodyStream() { request.httpBodyStream = stream }
        let task =
            if case .file(let file)? = exchange.request.body?.onlyPiece {
                session.uploadTask(with: request, fromFile: file.url)
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
            throw NoticeBoardError(.invalidInput, "The address cannot be held by URL.", remedy: .fixInput(.path))
        }
        try request.method.check()
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        timeoutInterval = request.idleTimeout
        for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name.text) }
        // FoundationNetworking calls a body without a type a form.
        if request.body != nil, request.headers[.contentType] == nil {
            setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        guard let body = request.body else { return }
        switch body.onlyPiece {
        case .data(let data)?: httpBody = data
        // FoundationNetworking hangs over a file that it cannot read.
        case .file(let file)?: _ = try file.opened()
        case nil: setLength(body.length)
        }
    }

    /// Says how long a streamed body is, which neither system does by itself.
    private mutating func setLength(_ length: Int) {
        setValue(String(length), forHTTPHeaderField: "Content-Length")
        #if canImport(FoundationNetworking)
            // libcurl would send chunks as well as the length, which no server may accept. It does not where the header is
            // set already, and leaves one out that is blank; FoundationNetworking lets nothing but a space through for that.
            setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        #endif
    }
}
