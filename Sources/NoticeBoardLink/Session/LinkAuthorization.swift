import NoticeBoardHTTP

/// Authorizes requests, and confirms restored tokens at the first call that succeeds.
struct LinkAuthorization: AccountAuthorization {
    let tokens: TokenSession
    /// Called when a response shows that the tokens are valid.
    let confirm: @Sendable () -> Void
    /// The only generation to authorize; `nil` for the current one.
    let generation: SessionGeneration?

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        let response = try await tokens.intercept(request, in: generation, next: next)
        let isAnswered = request.options.authorization == .required && response.status.isSuccess
        if isAnswered, response.responderReceivedSecrets { confirm() }
        return response
    }
}
