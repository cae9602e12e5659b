import NoticeBoardPictures

extension LinkSession {
    /// The shared state of the signed-in account, the same object for every caller; `nil` if no account is signed in.
    @MainActor public var account: LinkAccount? {
        let generation = tokens.generation
        return accountObject { [now, time] user, service, hidden in
            LinkAccount(user, service, hidden, now: now, time: time)
        } register: { account, user in
            account.uploads = UploadedPictures { [weak accountSession] data, path in
                accountSession?.object(LinkPictures.self, in: generation)?.keep(data, at: path)
            }
            scope.register(for: user, end: { [weak account] _ in account?.markEnded() })
            scope.register(account, for: user) { $0.endNow() }
            return []
        } end: {
            $0.end()
        }
    }
}
