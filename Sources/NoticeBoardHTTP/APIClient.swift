public import Foundation
import NoticeBoardBase

/// A client that sends endpoints to a server and decodes the responses to the requested type.
///
/// ```swift
/// let client = APIClient(baseURL: url, token: .bearer("…"))
/// let cities = try await client.value([City].self, for: WeatherAPI.cities)
/// ```
///
/// Safe to use from any task; copies share the transport. Decoding never runs on the main actor. A cancelled call throws
/// `CancellationError`, every other failure is a `NoticeBoardError`.
public struct APIClient: Sendable {
    private(set) var configuration: Configuration
    private let builder: RequestBuilder
    private let transport: any HTTPTransport
    private let common: Common
    private var send: HTTPNext
    private let mapError: @Sendable (HTTPResponse, inout NoticeBoardError) -> Void
    private let onEvent: (@Sendable (HTTPEvent) -> Void)?

    /// What a client shares with those that only have another authorization.
    private struct Common: Sendable {
        let budget: RetryBudget
        let sharing = SharingInterceptor()
        let turns: RateLimitTurns?

        init(_ configuration: Configuration) {
            budget = RetryBudget(configuration.retry.budget)
            turns = configuration.rateLimit.map { RateLimitTurns($0, time: configuration.time) }
        }
    }

    /// Creates a client that sends requests over `transport`.
    ///
    /// By default, a transport of its own with connections of its own. Pass one transport to several clients to share them.
    public init(_ configuration: Configuration, transport: any HTTPTransport = SystemTransport()) {
        self.configuration = configuration
        var headers: HTTPHeaders = [.accept: "application/json", .userAgent: configuration.userAgent]
        headers.merge(configuration.headers)
        builder = RequestBuilder(
            baseURL: configuration.baseURL, headers: headers, defaults: configuration.defaults, json: configuration.json)
        // Neither holds the configuration: a recorded request would keep the session with its tokens.
        mapError = { [json = configuration.json, mapError = configuration.mapError] response, error in
            error.reply?.json = .init(json)
            mapError?(response, &error)
        }
        let onEvent: @Sendable (HTTPEvent) -> Void = { [loggers = configuration.loggers] event in
            for logger in loggers { logger.log(event) }
        }
        // `nil` without loggers, so that no events are created.
        self.onEvent = configuration.loggers.isEmpty ? nil : onEvent
        self.transport = transport
        common = Common(configuration)
        send = HTTPNext(Self.chain(configuration, common), to: transport)
    }

    /// Creates a client of the service at `baseURL` that sends `token`, with defaults that suit most services.
    public init(baseURL: URL, token: AccessToken? = nil, transport: any HTTPTransport = SystemTransport()) {
        self.init(Configuration(baseURL: baseURL, token: token), transport: transport)
    }

    /// Returns a client whose calls have another authorization, such as the token of a server's caller.
    ///
    /// It shares everything else with this client: the transport, the retry budget, the rate limit, the cache and pending equal
    /// requests. Requests
    /// with different tokens, or of different sessions, are never equal. Cheap enough to be made for each incoming request.
    public func authorized(by authorization: any HTTPInterceptor) -> APIClient {
        var client = self
        client.configuration.authorization = authorization
        client.send = HTTPNext(Self.chain(client.configuration, common), to: transport)
        return client
    }

    /// Returns a client whose calls send `token`, and that shares everything else with this one.
    public func authorized(by token: AccessToken) -> APIClient { authorized(by: token as any HTTPInterceptor) }

    /// Returns the interceptors between builder and transport, outermost first; useless ones are left out.
    private static func chain(_ configuration: Configuration, _ common: Common) -> [any HTTPInterceptor] {
        var chain: [any HTTPInterceptor] = []
        if !configuration.loggers.isEmpty { chain.append(LoggingInterceptor(time: configuration.time)) }
        // An interceptor of the app may answer in place of an ended session, so it must not be cancelled with the call.
        let lendsTask = configuration.interceptors.isEmpty && configuration.authorization is any AccountAuthorization
        chain.append(TimeoutInterceptor(time: configuration.time, lendsTask: lendsTask))
        chain += configuration.interceptors
        if let authorization = configuration.authorization { chain.append(authorization) }
        // Attempt interceptors sign requests later, so requests that are equal here may differ when sent.
        if configuration.perAttemptInterceptors.isEmpty {
            chain.append(common.sharing)
            if let cache = configuration.cache { chain.append(cache) }
        }
        chain.append(
            RetryInterceptor(
                policy: configuration.retry, budget: common.budget,
                network: configuration.retry.waitsForNetwork > 0 ? configuration.watchedNetwork : nil,
                time: configuration.time, random: configuration.random))
        if let turns = common.turns { chain.append(RateLimitInterceptor(turns: turns)) }
        chain += configuration.perAttemptInterceptors
        chain += configuration.loggers.compactMap { $0 as? any HTTPInterceptor }
        chain.append(RedirectInterceptor(limit: configuration.redirectLimit))
        chain.append(PlainHTTPGuard(allowedHosts: Set(configuration.plainHTTPHosts.map { $0.lowercased() })))
        return chain
    }

    /// Sends `endpoint` and returns the decoded response.
    ///
    /// A response without a body is `nil` if the type is optional.
    public func value<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, for endpoint: some Endpoint
    ) async throws -> Value {
        try await valueAndResponse(type, for: endpoint).value
    }

    /// Sends `endpoint` and returns the decoded value with its response: totals, tags, rate limits, links.
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
                let value = try (configuration.decoding ?? configuration.json).decode(type, from: response)
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

    /// Sends `endpoint` and returns the response, if the endpoint accepts its status.
    ///
    /// Also for calls without a response body: `try await client.response(for: .delete("posts/\(id)"))`.
    @discardableResult
    public func response(for endpoint: some Endpoint) async throws -> HTTPResponse {
        try await call(endpoint.request) { try await validResponse(to: $0, $1) }
    }

    /// Names the content that a call asks for, and who asks, without revealing either.
    func identity(of description: EndpointRequest) throws -> String {
        let request = try builder.request(for: description)
        let account = (configuration.authorization as? TokenSession)?.credentials?.account ?? ""
        return HashedName.of("\(request.method) \(request.origin.text) \(request.target) \(account)")
    }

    /// Whether a call may be sent twice.
    func mayBeRepeated(_ description: EndpointRequest) throws -> Bool { try builder.request(for: description).mayBeRepeated }

    func validResponse(
        to description: EndpointRequest, _ context: CallContext, destination: URL? = nil
    ) async throws -> HTTPResponse {
        var request = try builder.request(for: description)
        request.call = context
        request.destination = destination
        let response = try await send(request)
        guard description.validation.accepts(response.status) else {
            throw refusal(
                response, of: description, context,
                isOwnServer: response.responderReceivedSecrets && request.origin == builder.origin)
        }
        // A transport of the app's own may not enforce limits.
        guard response.body.count <= request.responseLimit else { throw HTTPResponse.tooLarge(request.responseLimit) }
        return response
    }

    private func refusal(
        _ response: HTTPResponse, of description: EndpointRequest, _ context: CallContext, isOwnServer: Bool
    ) -> NoticeBoardError {
        var error = NoticeBoardError(refusedBy: response)
        if error.code == .unauthorized {
            if !isOwnServer {
                // Another origin, such as a storage bucket, says nothing about the session.
                error.code = .forbidden
            } else if description.options.authorization == .anonymous {
                // A refused call without a token is the sign-in itself.
                error.suggest(.fixInput(.signIn))
            }
        }
        context.explain(response, &error)
        return error
    }

    /// Numbers of eleven digits in base 36: such short strings need no heap allocation.
    private static let callNumbers = UInt64(1) << 52..<UInt64(1) << 53

    /// Gives a call its ID, and turns any error into the SDK's own, which names its call.
    func call<Value>(
        _ description: EndpointRequest, stream: StreamSlot? = nil,
        _ work: (EndpointRequest, CallContext) async throws -> Value
    ) async throws -> Value {
        let name = onEvent == nil ? "" : "\(description.method) \(description.path)"
        let context = CallContext(
            number: .random(in: Self.callNumbers), name: name, onEvent: onEvent, mapError: mapError, stream: stream)
        defer { if description.body != nil { context.dropBodyCopy() } }
        do { return try await work(description, context) } catch { throw outward(error, of: description, context) }
    }

    /// Returns `error` as the SDK's own with the call's details; a cancellation stays one.
    func outward(_ error: any Error, of description: EndpointRequest, _ context: CallContext) -> any Error {
        // Other libraries throw their own errors for a cancelled call.
        if error is CancellationError || (!(error is NoticeBoardError) && Task.isCancelled) { return CancellationError() }
        var outward = NoticeBoardError(wrapping: error)
        if outward.attempts.isEmpty { outward.attempts = context.attempts(endedBy: outward.code) }
        outward.endpoint = outward.endpoint ?? "\(description.method) \(description.path)"
        outward.requestID = outward.requestID ?? context.id
        outward.reply?.json = .init(configuration.json)
        outward.language = outward.language ?? configuration.language
        return outward
    }
}
