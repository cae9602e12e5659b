/// A call that a service offers, as a value.
///
/// An enum conforms with one switch, one line a case:
///
/// ```swift
/// enum WeatherAPI: Endpoint {
///     case cities
///     case forecast(city: Int, days: Int)
///
///     var request: EndpointRequest {
///         switch self {
///         case .cities: .get("cities")
///         case .forecast(let city, let days): .get("cities/\(city)/forecast", query: ["days": days])
///         }
///     }
/// }
/// ```
public protocol Endpoint: Sendable {
    /// What the call asks for, relative to whatever base URL the client has.
    var request: EndpointRequest { get }
}

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

    /// The same call without proof of who is asking.
    public func withoutAuthorization() -> EndpointRequest { with { $0.options.authorization = .anonymous } }

    /// The same call, which may be sent again because it carries an `Idempotency-Key`: a server that knows such keys does once
    /// what it is asked twice.
    ///
    /// Keep the key in the endpoint, made when somebody decides to buy and not when the call is described: whoever taps again
    /// after a timeout then buys once.
    ///
    /// ```swift
    /// case order(Basket, key: UUID)
    /// case .order(let basket, let key): .post("orders", body: .json(basket)).withIdempotencyKey(key.uuidString)
    /// ```
    public func withIdempotencyKey(_ key: String) -> EndpointRequest { with { $0.headers[.idempotencyKey] = key } }

    /// The same call with something changed: `endpoint.request.with { $0.options.timeout = 5 }`.
    public func with(_ change: (inout EndpointRequest) -> Void) -> EndpointRequest {
        var copy = self
        change(&copy)
        return copy
    }
}

extension EndpointRequest: Endpoint {
    /// Itself: a description is an endpoint, for calls that need no enum.
    public var request: EndpointRequest { self }
}

/// The calls that a service offers, one short form for each method: `client.value([City].self, for: .get("cities"))`.
extension Endpoint where Self == EndpointRequest {
    /// A `GET`.
    public static func get(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:],
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.get, path, query: query, headers: headers, options: options)
    }

    /// A `HEAD`: what a `GET` would answer, without the body.
    public static func head(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:],
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.head, path, query: query, headers: headers, options: options)
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

    /// A `PATCH`.
    public static func patch(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.patch, path, query: query, headers: headers, body: body, options: options)
    }

    /// A `DELETE`.
    public static func delete(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.delete, path, query: query, headers: headers, body: body, options: options)
    }
}
