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
