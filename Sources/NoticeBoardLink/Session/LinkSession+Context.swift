import NoticeBoardPictures

extension LinkSession {
    /// The shared state of the signed-in account, the same object for every caller; `nil` if no account is signed in.
    @MainActor public var context: LinkContext? {
        let generation = tokens.generation
        return accountObject { [now, time] user, service, hidden in
            LinkContext(user, service, hidden, now: now, time: time)
        } register: { context, user in
            context.keepUploaded = { [weak objects] in objects?.object(LinkPictures.self, in: generation)?.keep($0, at: $1) }
            scope.register(for: user, end: { [weak context] _ in context?.markEnded() })
            scope.register(context, for: user) { $0.endNow() }
        } end: {
            $0.end()
        }
    }
}
