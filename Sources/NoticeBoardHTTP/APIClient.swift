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
    private let limit: Int
    private let language: Language?
    private let observation: Observation?

    /// A client that reaches its server through `transport`.
    public init(_ configuration: Configuration, transport: any HTTPTransport = URLSessionTransport()) {
        var headers: HTTPHeaders = [.accept: "application/json", .userAgent: configuration.userAgent]
        headers.merge(configuration.headers)
        builder = RequestBuilder(baseURL: configuration.baseURL, headers: headers, defaults: configuration.options)
        decoding = configuration.decoding
        limit = configuration.options.responseLimit ?? HTTPRequest.Options.usualResponseLimit
        language = configuration.language
        observation = Observation(configuration.observers)
        send = HTTPNext(Self.chain(configuration, observation), to: transport)
    }

    /// Everything that happens between the builder and the transport, outermost first; what has nothing to do is left out.
    private static func chain(_ configuration: Configuration, _ observation: Observation?) -> [any HTTPInterceptor] {
        let session = configuration.authorization as? TokenSession
        let parts: [(any HTTPInterceptor)?] =
            [observation.map { ObservationInterceptor(observation: $0, pause: configuration.pause) }]
            + [DeadlineInterceptor(pause: configuration.pause)]
            + configuration.interceptors
            + [
                SharingInterceptor(epoch: { session?.epoch ?? .first }),
                configuration.authorization,
                configuration.retry.attempts > 1 ? retry(configuration) : nil,
                RedirectInterceptor(limit: configuration.redirectLimit),
                PlainHTTPGuard(allowedHosts: Set(configuration.plainHTTPHosts.map { $0.lowercased() })),
            ]
        return parts.compactMap { $0 }
    }

    private static func retry(_ configuration: Configuration) -> RetryInterceptor {
        RetryInterceptor(
            policy: configuration.retry, budget: RetryBudget(configuration.retry.budget), pause: configuration.pause,
            lot: configuration.lot)
    }

    /// The value that the server answers `endpoint` with.
    @concurrent public func value<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, for endpoint: some Endpoint
    ) async throws -> Value {
        try await call(endpoint.request) { description in
            let response = try await validResponse(to: description)
            do throws(NoticeBoardError) {
                let value = try decoding.decode(type, from: response)
                if let observation, let skipped = (value as? any SkipReporting)?.skipped, !skipped.isEmpty {
                    observation.tell(.decodedWithLoss(skipped), of: description)
                }
                return value
            } catch {
                observation?.tell(.unreadable(reason: error.detail), of: description)
                throw error.answering(response)
            }
        }
    }

    /// The response that the server answers `endpoint` with, when its status is one that the endpoint accepts.
    @concurrent public func response(for endpoint: some Endpoint) async throws -> HTTPResponse {
        try await call(endpoint.request) { try await validResponse(to: $0) }
    }

    /// Keeps what the server answers `endpoint` with in `file`, as it arrives; what stood there is replaced at the end.
    ///
    /// The response has everything but the body. A call that fails leaves `file` as it was.
    @concurrent public func download(_ endpoint: some Endpoint, to file: URL) async throws -> HTTPResponse {
        try await call(endpoint.request.with { $0.options.destination = file }) { description in
            var response = try await validResponse(to: description)
            // A transport that knows nothing of files answers in memory.
            if response.file == nil {
                try FileSink.write(response.body, to: file)
                (response.file, response.body) = (file, Data())
            }
            return response
        }
    }

    private func validResponse(to description: EndpointRequest) async throws -> HTTPResponse {
        let response = try await send(try builder.request(for: description))
        guard description.validation.accepted.contains(response.status.rawValue) else {
            throw NoticeBoardError(refusedBy: response)
        }
        // A transport of the app's own may not know limits.
        try response.check(limit: description.options.responseLimit ?? limit)
        return response
    }

    /// The one place where a call gets its ID, and where what went wrong becomes the SDK's error and learns which call it was.
    private func call<Value>(
        _ description: EndpointRequest, _ work: (EndpointRequest) async throws -> Value
    ) async throws -> Value {
        var description = description
        if description.options.requestID.isEmpty { description.options.requestID = Self.newRequestID() }
        do {
            return try await work(description)
        } catch let error as CancellationError {
            throw error
        } catch {
            var outward: NoticeBoardError
            if let known = error as? NoticeBoardError {
                outward = known
            } else {
                // Other libraries end a cancelled call with errors of their own.
                try Task.checkCancellation()
                outward = NoticeBoardError(.unreachable, "The transport failed.", underlying: Self.withoutAddress(error))
            }
            outward.endpoint = outward.endpoint ?? "\(description.method) \(description.path)"
            outward.requestID = outward.requestID ?? description.options.requestID
            outward.language = outward.language ?? language
            throw outward
        }
    }

    /// Letters and digits: enough to tell the calls of a log apart, and few enough to need no memory of their own.
    private static func newRequestID() -> String { String(UInt64.random(in: 1 << 40..<1 << 52), radix: 36) }

    /// What systems put into `userInfo` holds the whole address, keyword included.
    private static func withoutAddress(_ error: any Error) -> any Error {
        let general = error as NSError
        return general.userInfo.isEmpty ? error : NSError(domain: general.domain, code: general.code)
    }
}
