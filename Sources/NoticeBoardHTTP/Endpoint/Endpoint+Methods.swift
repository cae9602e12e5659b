/// Shorthand for the HTTP methods: `client.value([City].self, for: .get("cities"))`.
extension Endpoint where Self == EndpointRequest {
    /// Makes a `GET`.
    public static func get(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:],
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.get, path, query: query, headers: headers, options: options)
    }

    /// Makes a `HEAD`, for the header fields of a `GET` without its body: `client.response(for: .head("files/\(id)"))`.
    public static func head(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:],
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.head, path, query: query, headers: headers, options: options)
    }

    /// Makes a `POST`.
    public static func post(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.post, path, query: query, headers: headers, body: body, options: options)
    }

    /// Makes a `PUT`.
    public static func put(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.put, path, query: query, headers: headers, body: body, options: options)
    }

    /// Makes a `PATCH`.
    public static func patch(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.patch, path, query: query, headers: headers, body: body, options: options)
    }

    /// Makes a `DELETE`.
    public static func delete(
        _ path: PathTemplate, query: Query = [:], headers: HTTPHeaders = [:], body: RequestBody? = nil,
        options: HTTPRequest.Options = HTTPRequest.Options()
    ) -> EndpointRequest {
        EndpointRequest(.delete, path, query: query, headers: headers, body: body, options: options)
    }
}
