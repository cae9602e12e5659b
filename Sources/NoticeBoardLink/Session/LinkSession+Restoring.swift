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
            if tokens.credentials == nil {
                let kept = try await keptCredentials()
                // An erasing that an earlier launch began is finished before the account's data are opened.
                await scope.waitUntilErased()
                guard let kept else { return settledWithoutAccount() }
                guard await !scope.wasCutOff(kept.account ?? "") else {
                    // That launch was to sign out, and could not erase the tokens any more.
                    keeper.keep()
                    try? await keeper.settled()
                    return settledWithoutAccount()
                }
                // Who signed in or out while the store was read has the last word.
                tokens.restore(kept, unlessAfter: generation)
            }
            guard tokens.credentials != nil else { return state }
            do {
                try await tokens.renew()
            } catch let error as NoticeBoardError where error.code == .sessionOver {}
            book.settle()
            keeper.keep()
            try? await keeper.settled()
            return state
        }
    }

    private func settledWithoutAccount() -> State {
        tokens.settle()
        book.settle()
        return state
    }

    /// What the store holds, with the account's ID, without which nothing could be told to be the user's own.
    ///
    /// A former version of the app may have kept no ID: then the service is asked. `nil` where it ended their session.
    private func keptCredentials() async throws -> Credentials? {
        guard var kept = try await keeper.load() else { return nil }
        guard kept.account?.isEmpty != false else { return kept }
        let tokens = TokenSession(kept, rules: .link) { [anonymousClient] in try await anonymousClient.refresh($0) }
        do {
            let user = try await authorized(tokens).myProfile().id
            kept = tokens.credentials ?? kept
            kept.account = user
            return kept
        } catch {
            guard tokens.credentials == nil else { throw error }
            keeper.keep()
            return nil
        }
    }
}
