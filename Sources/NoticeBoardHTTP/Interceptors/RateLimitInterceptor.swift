import NoticeBoardBase

/// Lets attempts pass one after another, as the limit allows.
struct RateLimitInterceptor: HTTPInterceptor {
    let turns: RateLimitTurns

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        // An attempt that ends here was never sent.
        request.call?.markWaiting()
        try await turns.take()
        request.call?.forgetWaiting()
        return try await next(request)
    }
}
