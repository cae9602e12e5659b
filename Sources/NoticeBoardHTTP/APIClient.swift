public import Foundation
import NoticeBoardBase

/// Takes an endpoint to a server and brings back a value of the type that the caller names.
///
/// ```swift
/// let client = APIClient(APIClient.Configuration(baseURL: url))
/// let cities = try await client.value([City].self, for: WeatherAPI.cities)
/// ```
///
/// Safe to use from any task; a copy shares the transport. Decoding never runs on the main actor. A cancelled call throws
/// `CancellationError`, every other failure is a `NoticeBoardError`.
public struct APIClient: Sendable {
    private let builder: RequestBuilder
    private let decoding: any ResponseDecoding
    private let send: HTTPNext
    private let defaults: HTTPRequest.Defaults
    private let language: Language?
    private let hear: (@Sendable (HTTPEvent) -> Void)?
    /// The folders in which part files of killed processes were looked for, by numbers that say nothing of them.
    private let swept = Locked<Set<Int>>([])

    /// A client that reaches its server through `transport`.
    public init(_ configuration: Configuration, transport: any HTTPTransport = URLSessionTransport()) {
        var headers: HTTPHeaders = [.accept: "application/json", .userAgent: configuration.userAgent]
        headers.merge(configuration.headers)
        builder = RequestBuilder(baseURL: configuration.baseURL, headers: headers, defaults: configuration.defaults)
        decoding = configuration.decoding
        defaults = configuration.defaults
        language = configuration.language
        hear = Self.hearing(configuration.observers)
        send = HTTPNext(Self.chain(configuration), to: transport)
    }

    /// Nothing when nobody listens, so that no event is made for nobody.
    private static func hearing(_ observers: [any HTTPObserver]) -> (@Sendable (HTTPEvent) -> Void)? {
        guard !observers.isEmpty else { return nil }
        return { event in for observer in observers { observer.observe(event) } }
    }

    /// Everything that happens between the builder and the transport, outermost first; what has nothing to do is left out.
    private static func chain(_ configuration: Configuration) -> [any HTTPInterceptor] {
        var chain: [any HTTPInterceptor] = []
        if !configuration.observers.isEmpty { chain.append(ObservationInterceptor(pause: configuration.pause)) }
        chain.append(DeadlineInterceptor(pause: configuration.pause))
        chain += configuration.interceptors
        if let authorization = configuration.authorization { chain.append(authorization) }
        // Who signs each attempt by itself proves what does not stand in the request yet: nobody may share its answer.
        if configuration.attemptInterceptors.isEmpty { chain.append(SharingInterceptor()) }
        chain.append(
            RetryInterceptor(
                policy: configuration.retry, budget: RetryBudget(configuration.retry.budget), pause: configuration.pause,
                lot: configuration.lot))
        chain += configuration.attemptInterceptors
        chain.append(RedirectInterceptor(limit: configuration.redirectLimit))
        chain.append(PlainHTTPGuard(allowedHosts: Set(configuration.plainHTTPHosts.map { $0.lowercased() })))
        return chain
    }

    /// The value that the server answers `endpoint` with.
    @concurrent public func value<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, for endpoint: some Endpoint
    ) async throws -> Value {
        try await call(endpoint.request) { description, context in
            let response = try await validResponse(to: description, context)
            do throws(NoticeBoardError) {
                let value = try decoding.decode(type, from: response)
                if let skipped = (value as? any SkipReporting)?.skipped, !skipped.isEmpty {
                    context.tell(.decodedWithLoss(skipped))
                }
                return value
            } catch {
                context.tell(.unreadable(reason: error.detail))
                throw error.answering(response)
            }
        }
    }

    /// The response that the server answers `endpoint` with, when its status is one that the endpoint accepts.
    @concurrent public func response(for endpoint: some Endpoint) async throws -> HTTPResponse {
        try await call(endpoint.request) { try await validResponse(to: $0, $1) }
    }

    /// Keeps what the server answers `endpoint` with (a download) in `file`; what stood there is replaced at the end.
    ///
    /// The response has everything but the body. Until it was found good, and whoever was signed in still is, what arrives
    /// stands in a hidden file beside `file`: a call that fails leaves `file` as it was. How large it may be is said by
    /// ``HTTPRequest/Defaults/fileLimit``, or by the endpoint.
    @concurrent public func download(_ endpoint: some Endpoint, to file: URL) async throws -> HTTPResponse {
        var description = endpoint.request
        description.options.responseLimit = description.options.responseLimit ?? defaults.fileLimit
        return try await call(description) { description, context in
            let folder = file.deletingLastPathComponent()
            if file.isFileURL, swept.withLock({ $0.insert(folder.path.hashValue).inserted }) { PartFile.sweep(folder) }
            let part = try PartFile(for: file)
            defer { part.discard() }
            var response = try await validResponse(to: description, context, destination: part.url)
            // A transport that knows nothing of files answers in memory.
            if response.file == nil {
                try FileSink.keep(response.body, in: part.url)
                response.body = Data()
            }
            try context.keep { try part.put() }
            response.file = file
            return response
        }
    }

    private func validResponse(
        to description: EndpointRequest, _ context: CallContext, destination: URL? = nil
    ) async throws -> HTTPResponse {
        var request = try builder.request(for: description)
        (request.call, request.destination) = (context, destination)
        let response = try await send(request)
        guard description.validation.accepted.contains(response.status.rawValue) else {
            throw NoticeBoardError(refusedBy: response)
        }
        // A transport of the app's own may not know limits.
        try response.check(limit: request.responseLimit)
        return response
    }

    /// The one place where a call gets its ID, and where what went wrong becomes the SDK's error and learns which call it was.
    private func call<Value>(
        _ description: EndpointRequest, _ work: (EndpointRequest, CallContext) async throws -> Value
    ) async throws -> Value {
        let name = hear == nil ? "" : "\(description.method) \(description.path)"
        let context = CallContext(id: Self.newRequestID(), name: name, hear: hear)
        do {
            return try await work(description, context)
        } catch let error as CancellationError {
            throw error
        } catch {
            var outward: NoticeBoardError
            if let known = error as? NoticeBoardError {
                outward = known
            } else {
                // Other libraries end a cancelled call with errors of their own.
                try Task.checkCancellation()
                outward = NoticeBoardError(wrapping: error)
            }
            if outward.attempts.isEmpty { outward.attempts = context.attempts(endedBy: outward.code) }
            outward.endpoint = outward.endpoint ?? "\(description.method) \(description.path)"
            outward.requestID = outward.requestID ?? context.id
            outward.language = outward.language ?? language
            throw outward
        }
    }

    /// Letters and digits: enough to tell the calls of a log apart, and few enough to need no memory of their own.
    private static func newRequestID() -> String { String(UInt64.random(in: 1 << 40..<1 << 52), radix: 36) }
}
