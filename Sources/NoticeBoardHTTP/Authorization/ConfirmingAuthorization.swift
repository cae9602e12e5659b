/// Authorizes requests in the name of an account, and confirms restored tokens at the first call that succeeds.
///
/// It does not retain the ``AccountSession``: an object of the account may keep a client with it.
struct ConfirmingAuthorization: AccountAuthorization {
    let tokens: TokenSession
    let status: SessionStateStore
    /// The only generation to authorize; `nil` for the current one.
    let generation: SessionGeneration?

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        let response = try await tokens.intercept(request, in: generation, next: next)
        let isAnswered = request.options.authorization == .required && response.status.isSuccess
        if isAnswered, response.responderReceivedSecrets { status.confirm() }
        return response
    }
}
