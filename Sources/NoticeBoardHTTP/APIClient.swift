public import Foundation
import NoticeBoardBase

/// Takes an endpoint to a server and brings back a value of the type that the caller names.
///
/// ```swift
/// let client = APIClient(baseURL: url, token: .bearer("…"))
/// let cities = try await client.value([City].self, for: WeatherAPI.cities)
/// ```
///
/// Safe to use from any task; a copy shares the transport. Decoding never runs on the main actor. A cancelled call throws
/// `CancellationError`, every other failure is a `NoticeBoardError`.
public struct APIClient: Sendable {
    private let builder: RequestBuilder
    private let decoding: any ResponseDecoding
    private let send: HTTPNext
    let defaults: HTTPRequest.Defaults
    private let language: Language?
    private let json: NoticeBoardError.Reply.Coding
    private let mapError: @Sendable (HTTPResponse, inout NoticeBoardError) -> Void
    private let onEvent: (@Sendable (HTTPEvent) -> Void)?
    /// Clock and random numbers of the waits between two connections of an event stream.
    let time: TimeSource
    let random: @Sendable () -> Double

    /// A client that reaches its server through `transport`.
    public init(_ configuration: Configuration, transport: any HTTPTransport = SystemTransport()) {
        var headers: HTTPHeaders = [.accept: "application/json", .userAgent: configuration.userAgent]
        headers.merge(configuration.headers)
        builder = RequestBuilder(
            baseURL: configuration.baseURL, headers: headers, defaults: configuration.defaults, json: configuration.json)
        decoding = configuration.decoding ?? configuration.json
        defaults = configuration.defaults
        language = configuration.language
        let json = NoticeBoardError.Reply.Coding(configuration.json)
        self.json = json
        mapError = { [mapError = configuration.mapError] response, error in
            error.reply?.json = json
            mapError?(response, &error)
        }
        (time, random) = (configuration.time, configuration.random)
        let loggers = configuration.loggers
        let onEvent: @Sendable (HTTPEvent) -> Void = { event in for logger in loggers { logger.log(event) } }
        // `nil` without loggers, so that no event is made for nothing.
        self.onEvent = loggers.isEmpty ? nil : onEvent
        send = HTTPNext(Self.chain(configuration), to: transport)
    }

    /// A client of the service at `baseURL`, whose calls carry `token`; everything else is as it suits most services.
    public init(baseURL: URL, token: AccessToken? = nil, transport: any HTTPTransport = SystemTransport()) {
        self.init(Configuration(baseURL: baseURL, token: token), transport: transport)
    }

    /// Everything that happens between the builder and the transport, outermost first; what has nothing to do is left out.
    private static func chain(_ configuration: Configuration) -> [any HTTPInterceptor] {
        var chain: [any HTTPInterceptor] = []
        if !configuration.loggers.isEmpty { chain.append(LoggingInterceptor(time: configuration.time)) }
        chain.append(TimeoutInterceptor(time: configuration.time))
        chain += configuration.interceptors
        if let authorization = configuration.authorization { chain.append(authorization) }
        // What signs each attempt adds to the request only later, so equal requests here may differ there.
        if configuration.attemptInterceptors.isEmpty {
            chain.append(SharingInterceptor())
            if let conditional = configuration.conditional { chain.append(conditional) }
        }
        chain.append(
            RetryInterceptor(
                policy: configuration.retry, budget: RetryBudget(configuration.retry.budget), time: configuration.time,
                random: configuration.random))
        chain += configuration.attemptInterceptors
        if !configuration.loggers.isEmpty { chain.append(AttemptLoggingInterceptor(loggers: configuration.loggers)) }
        chain.append(RedirectInterceptor(limit: configuration.redirectLimit))
        chain.append(PlainHTTPGuard(allowedHosts: Set(configuration.plainHTTPHosts.map { $0.lowercased() })))
        return chain
    }

    /// The value that the server answers `endpoint` with.
    ///
    /// An answer without a body is `nil` where the type is an optional one.
    public func value<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, for endpoint: some Endpoint
    ) async throws -> Value {
        try await valueAndResponse(type, for: endpoint).value
    }

    /// The value that the server answers `endpoint` with, and the response that it came in: totals, tags, rate limits, links.
    ///
    /// ```swift
    /// let (posts, response) = try await client.valueAndResponse([Post].self, for: API.posts)
    /// let next = response.link("next")
    /// ```
    public func valueAndResponse<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, for endpoint: some Endpoint
    ) async throws -> (value: Value, response: HTTPResponse) {
        try await call(endpoint.request) { description, context in
            let response = try await validResponse(to: description, context)
            do throws(NoticeBoardError) {
                let value = try decoding.decode(type, from: response)
                if let skipped = (value as? any SkipReporting)?.skipped, !skipped.isEmpty {
                    context.send(.decodedWithLoss(skipped))
                }
                return (value, response)
            } catch {
                context.send(.unreadable(reason: error.detail))
                throw error.answering(response)
            }
        }
    }

    /// The response that the server answers `endpoint` with, when its status is one that the endpoint accepts.
    ///
    /// It also sends calls without an answer: `try await client.response(for: .delete("posts/\(id)"))`.
    @discardableResult
    public func response(for endpoint: some Endpoint) async throws -> HTTPResponse {
        try await call(endpoint.request) { try await validResponse(to: $0, $1) }
    }

    /// Keeps what the server answers `endpoint` with (a download) in `file`; what stood there is replaced at the end.
    ///
    /// The response has everything but the body. Until it was found good, and the same account is signed in, what arrives
    /// stands in a hidden file beside `file`: a call that fails leaves `file` as it was. So does an answer that is no success
    /// and that the endpoint accepts, such as a 304, whose response has its body and no ``HTTPResponse/file``; a success
    /// without a body (204) leaves an empty file.
    ///
    /// How large the file may be is said by ``HTTPRequest/Defaults/fileLimit``, or by the endpoint. What comes into memory
    /// instead, such as a refusal, is held to ``HTTPRequest/Defaults/responseLimit`` as well, whatever the endpoint says.
    @discardableResult
    public func download(_ endpoint: some Endpoint, to file: URL) async throws -> HTTPResponse {
        var description = endpoint.request
        let own = description.options.responseLimit
        description.options.fileLimit = own ?? defaults.fileLimit
        description.options.responseLimit = min(own ?? .max, defaults.responseLimit)
        // A compressed body that is cut off can't be told from a whole one.
        if description.headers["Accept-Encoding"] == nil { description.headers["Accept-Encoding"] = "identity" }
        return try await call(description) { description, context in
            if file.isFileURL { PartFile.sweep(file.deletingLastPathComponent()) }
            let part = try PartFile(for: file)
            defer { part.discard() }
            var response = try await validResponse(to: description, context, destination: part.url)
            guard response.status.isSuccess else { return response }
            // A transport that knows nothing of files answers in memory.
            if response.file == nil {
                try FileSink.keep(response.body, in: part.url)
                response.body = Data()
            }
            if let owner = context.owner { try owner.keep { try part.put() } } else { try part.put() }
            response.file = file
            return response
        }
    }

    func validResponse(
        to description: EndpointRequest, _ context: CallContext, destination: URL? = nil
    ) async throws -> HTTPResponse {
        var request = try builder.request(for: description)
        (request.call, request.destination) = (context, destination)
        let response = try await send(request)
        guard description.validation.accepts(response.status) else {
            throw refusal(
                response, of: description, context, isOwnServer: response.sawSecrets && request.origin == builder.origin)
        }
        // A transport of the app's own may not know limits.
        try response.check(limit: request.responseLimit)
        return response
    }

    private func refusal(
        _ response: HTTPResponse, of description: EndpointRequest, _ context: CallContext, isOwnServer: Bool
    ) -> NoticeBoardError {
        var error = NoticeBoardError(refusedBy: response)
        if error.code == .unauthorized {
            if !isOwnServer {
                // Another origin, a bucket for example, says nothing about the sign-in.
                (error.code, error.remedy) = (.forbidden, NoticeBoardError(.forbidden).remedy)
            } else if description.options.authorization == .anonymous {
                // A call without a token that is refused is the sign-in itself.
                error.remedy = .fixInput(.signIn)
            }
        }
        context.explain(response, &error)
        return error
    }

    /// Numbers that have eleven letters and digits when written, which need no memory of their own.
    private static let callNumbers = UInt64(1) << 52..<UInt64(1) << 53

    /// The one place where a call gets its ID, and where what went wrong becomes the SDK's error and learns which call it was.
    func call<Value>(
        _ description: EndpointRequest, stream: StreamSlot? = nil,
        _ work: (EndpointRequest, CallContext) async throws -> Value
    ) async throws -> Value {
        let name = onEvent == nil ? "" : "\(description.method) \(description.path)"
        let context = CallContext(
            number: .random(in: Self.callNumbers), name: name, onEvent: onEvent, mapError: mapError, stream: stream)
        do { return try await work(description, context) } catch { throw outward(error, of: description, context) }
    }

    /// Returns `error` as the SDK's own, which names its call; a cancellation stays one.
    func outward(_ error: any Error, of description: EndpointRequest, _ context: CallContext) -> any Error {
        // Other libraries end a cancelled call with errors of their own.
        if error is CancellationError || (!(error is NoticeBoardError) && Task.isCancelled) { return CancellationError() }
        var outward = NoticeBoardError(wrapping: error)
        if outward.attempts.isEmpty { outward.attempts = context.attempts(endedBy: outward.code) }
        outward.endpoint = outward.endpoint ?? "\(description.method) \(description.path)"
        outward.requestID = outward.requestID ?? context.id
        outward.reply?.json = json
        outward.language = outward.language ?? language
        return outward
    }
}
