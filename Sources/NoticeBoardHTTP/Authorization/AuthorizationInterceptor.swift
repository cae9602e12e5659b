/// Adds the token to the calls that need one.
struct AuthorizationInterceptor: HTTPInterceptor {
    let token: AccessToken?

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard request.options.requiresAuthorization, let token else { return try await next(request) }
        var request = request
        request.headers[.authorization] = token.headerValue
        try request.headers.checkValues()
        return try await next(request)
    }
}
