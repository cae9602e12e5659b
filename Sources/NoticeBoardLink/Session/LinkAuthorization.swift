import NoticeBoardHTTP

/// Proves who is asking, and learns from the first call that succeeds that tokens of an earlier launch hold.
struct LinkAuthorization: HTTPInterceptor {
    let tokens: TokenSession
    let book: SessionStatusStore
    /// In whose epoch alone; nothing for whoever is signed in.
    let generation: SessionGeneration?

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        let response = try await tokens.intercept(request, in: generation, next: next)
        if request.options.authorization == .required, response.status.isSuccess, response.sawSecrets, !book.isSettled {
            book.settle()
        }
        return response
    }
}
