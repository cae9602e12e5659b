public import Foundation

/// The description of a call: what an ``Endpoint`` is made of, each part open to tests and tools.
public struct EndpointRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The path below the base URL.
    public var path: PathTemplate
    /// The query.
    public var query: Query
    /// The header fields of this call alone; they win over the client's.
    public var headers: HTTPHeaders
    /// What the call carries.
    public var body: RequestBody?
    /// What the call is beyond its bytes: time-outs, limits, whether it proves who is asking.
    public var options: HTTPRequest.Options
    /// The statuses that count as success.
    public var validation: StatusValidation

    /// A description.
    public init(
        _ method: HTTPMethod,
        _ path: PathTemplate,
        query: Query = [:],
        headers: HTTPHeaders = [:],
        body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options(),
        validation: StatusValidation = .success
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.options = options
        self.validation = validation
    }

    /// Whether the call must prove who is asking.
    public var requiresAuthorization: Bool { options.authorization == .required }

    /// A `GET`.
    public static func get(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:],
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.get, path, query: query, headers: headers, options: options)
    }

    /// A `POST`.
    public static func post(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.post, path, query: query, headers: headers, body: body, options: options)
    }

    /// A `PUT`.
    public static func put(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.put, path, query: query, headers: headers, body: body, options: options)
    }

    /// A `DELETE`.
    public static func delete(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:],
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.delete, path, query: query, headers: headers, options: options)
    }

    /// The same call without proof of who is asking.
    public func withoutAuthorization() -> EndpointRequest { with { $0.options.authorization = .none } }

    /// The same call, which may be sent again because it carries an `Idempotency-Key`.
    ///
    /// The key is one for each time that this is called, and stays the same through the attempts of a call: a server that
    /// knows such keys does once what it is asked twice.
    public func withIdempotencyKey(_ key: String = UUID().uuidString) -> EndpointRequest {
        with { $0.headers[.idempotencyKey] = key }
    }

    /// The same call with something changed: `endpoint.request.with { $0.options.deadline = 5 }`.
    public func with(_ change: (inout EndpointRequest) -> Void) -> EndpointRequest {
        var copy = self
        change(&copy)
        return copy
    }
}

/// Which statuses count as success.
public struct StatusValidation: Sendable, Hashable {
    /// The statuses that count as success.
    public let accepted: Range<Int>

    /// Success is a status in `accepted`.
    public init(_ accepted: Range<Int>) { self.accepted = accepted }

    /// 2xx, the default.
    public static let success = StatusValidation(200..<300)
    /// Every status: the caller looks itself.
    public static let any = StatusValidation(0..<Int.max)
}
