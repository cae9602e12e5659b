import NoticeBoardBase
import NoticeBoardHTTP

extension LinkSession {
    /// Goes on with what an earlier launch kept, and asks the service whether it still holds; gives what is known then.
    ///
    /// Throws what the network or the store failed with, which says neither: the state stays `restoring`, the tokens stay, and
    /// calls may be made with them, the first of which that succeeds settles it. Tokens that cannot be read are as good as none;
    /// ``storeFailure`` tells of them. Does nothing to who is signed in already but to renew the token.
    @discardableResult public func restore(isolation: isolated (any Actor)? = #isolation) async throws -> State {
        let generation = tokens.generation
        return try await restores.value(for: true) { [self] in
            if try await tokens.restore(unlessAfter: generation, completing: withAccount) {
                do {
                    try await tokens.renew()
                } catch let error as NoticeBoardError where error.code == .sessionOver {}
                try? await tokens.waitUntilStored()
            }
            book.settle()
            return state
        }
    }

    /// Returns credentials with the account's ID, without which nothing could be told to be the user's own.
    ///
    /// A former version of the app may have kept no ID: then the service is asked. `nil` if it ended their session.
    @Sendable private func withAccount(_ kept: Credentials) async throws -> Credentials? {
        guard kept.account?.isEmpty != false else { return kept }
        let tokens = TokenSession(kept, rules: .link) { [anonymousClient] in try await anonymousClient.refresh($0) }
        do {
            let user = try await authorized(tokens).myProfile().id
            var completed = tokens.credentials ?? kept
            completed.account = user
            return completed
        } catch {
            guard tokens.credentials == nil else { throw error }
            return nil
        }
    }
}

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
