/// A call together with the type of its answer.
///
/// The type stands once, where the call is declared, instead of wherever it is made:
///
/// ```swift
/// extension ForumAPI {
///     static func topic(_ id: Int) -> Call<Topic> { .get("topics/\(id)") }
///     static func vote(_ id: Int) -> Call<Topic> { .put("topics/\(id)/vote") }
/// }
///
/// let topic = try await client.value(ForumAPI.topic(7))
/// ```
///
/// It is an ``Endpoint`` like a case of an enum, so that everything that takes an endpoint takes it.
public struct Call<Value: Decodable & Sendable>: Endpoint {
    /// The call's description.
    public var request: EndpointRequest

    /// Creates a call from its description.
    public init(_ request: EndpointRequest) { self.request = request }

    /// Makes a `GET`.
    public static func get(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:],
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> Call {
        Call(.get(path, query: query, headers: headers, options: options))
    }

    /// Makes a `POST`.
    public static func post(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> Call {
        Call(.post(path, query: query, headers: headers, body: body, options: options))
    }

    /// Makes a `PUT`.
    public static func put(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> Call {
        Call(.put(path, query: query, headers: headers, body: body, options: options))
    }

    /// Makes a `PATCH`.
    public static func patch(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> Call {
        Call(.patch(path, query: query, headers: headers, body: body, options: options))
    }

    /// Makes a `DELETE`.
    public static func delete(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> Call {
        Call(.delete(path, query: query, headers: headers, body: body, options: options))
    }

    /// Returns a changed copy: `call.with { $0.options.timeout = 5 }`.
    public func with(_ change: (inout EndpointRequest) -> Void) -> Call { Call(request.with(change)) }

    /// Returns the call without authentication.
    public func withoutAuthorization() -> Call { Call(request.withoutAuthorization()) }

    /// Returns the call with an `Idempotency-Key`, as ``EndpointRequest/withIdempotencyKey(_:)`` does.
    public func withIdempotencyKey(_ key: String) -> Call { Call(request.withIdempotencyKey(key)) }
}
