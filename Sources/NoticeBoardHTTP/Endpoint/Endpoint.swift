/// A call that a service offers, as a value.
///
/// An enum conforms with one switch, one line per case:
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
    /// The call's description, relative to the client's base URL.
    var request: EndpointRequest { get }
}

/// The description of a call, made by an ``Endpoint``; tests and tools can read every part.
public struct EndpointRequest: Sendable, Endpoint {
    /// The method.
    public var method: HTTPMethod
    /// The path below the base URL.
    public var path: PathTemplate
    /// The query.
    public var query: Query
    /// The header fields of this call; they override the client's.
    public var headers: HTTPHeaders
    /// The body.
    public var body: RequestBody?
    /// Timeouts, limits, authentication and other options.
    public var options: HTTPRequest.Options
    /// The statuses that count as success.
    public var validation: StatusValidation

    /// Creates a description.
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

    /// Whether the call must be authenticated.
    public var requiresAuthorization: Bool { options.authorization == .required }

    /// Returns the call without authentication.
    public func withoutAuthorization() -> EndpointRequest { with { $0.options.authorization = .anonymous } }

    /// Returns the call with an `Idempotency-Key`, so that it may be retried: a server that knows such keys carries it out once.
    ///
    /// Store the key in the endpoint, and create it when the user decides to buy, not when the call is described: tapping again
    /// after a timeout then buys only once.
    ///
    /// ```swift
    /// case order(Basket, key: UUID)
    /// case .order(let basket, let key): .post("orders", body: .json(basket)).withIdempotencyKey(key.uuidString)
    /// ```
    public func withIdempotencyKey(_ key: String) -> EndpointRequest { with { $0.headers[.idempotencyKey] = key } }

    /// Returns a changed copy: `endpoint.request.with { $0.options.timeout = 5 }`.
    public func with(_ change: (inout EndpointRequest) -> Void) -> EndpointRequest {
        var copy = self
        change(&copy)
        return copy
    }

    /// Returns itself: a description is an endpoint, for calls without an enum.
    public var request: EndpointRequest { self }
}
