import NoticeBoardBase
import NoticeBoardHTTP

extension LinkSession {
    /// Restores the tokens of an earlier launch and renews them; returns the resulting state.
    ///
    /// Throws if the network or the store fails, which leaves open whether the tokens are valid: the state stays `restoring`, the
    /// tokens stay usable, and the first successful call confirms them. Unreadable tokens count as none; ``storeFailure`` has the
    /// error. If an account is signed in already, this only renews its token.
    @discardableResult public func restore(isolation: isolated (any Actor)? = #isolation) async throws -> State {
        try await accountSession.restore(completing: withAccount)
    }

    /// Loads the tokens of an earlier launch without renewing them, and returns whether an account is signed in.
    func loadTokens(unlessAfter generation: SessionGeneration) async throws -> Bool {
        try await accountSession.load(unlessAfter: generation, completing: withAccount)
    }

    /// Returns credentials with the account's ID, which decides what is the user's own.
    ///
    /// An older version of the app may have stored no ID, so the service is asked. `nil` if it ended the session.
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
