import NoticeBoardBase

/// Who is signed in, since when, and who hears of it: what a session, its interceptor and its refresher share.
final class SessionState: Sendable {
    /// What a call leaves with.
    struct Lease: Sendable, Hashable {
        let credentials: Credentials
        let epoch: SessionEpoch
    }

    private struct Content {
        var credentials: Credentials?
        var epoch = SessionEpoch.first
        /// What is still to be told, and whether somebody is telling it.
        var untold: [SessionChange] = []
        var isTelling = false
    }

    private let content: Locked<Content>
    private let onChange: @Sendable (SessionChange) -> Void

    init(_ credentials: Credentials?, onChange: @escaping @Sendable (SessionChange) -> Void) {
        content = Locked(Content(credentials: credentials))
        self.onChange = onChange
    }

    var credentials: Credentials? { content.withLock { $0.credentials } }
    var epoch: SessionEpoch { content.withLock { $0.epoch } }

    /// What a call leaves with now.
    func lease() throws(NoticeBoardError) -> Lease {
        let (credentials, epoch) = content.withLock { ($0.credentials, $0.epoch) }
        guard let credentials else { throw NoticeBoardError(.sessionOver, "Nobody is signed in.") }
        return Lease(credentials: credentials, epoch: epoch)
    }

    /// What calls of the same epoch leave with now; the lease itself as long as nothing was renewed.
    func current(_ lease: Lease) throws(NoticeBoardError) -> Lease {
        let now = content.withLock { $0.epoch == lease.epoch ? $0.credentials : nil }
        guard let now else { throw NoticeBoardError(.sessionOver, "The session ended while the call was on its way.") }
        return Lease(credentials: now, epoch: lease.epoch)
    }

    /// Begins an epoch with `credentials`, or of nobody; only after `epoch`, when one is given.
    func begin(_ credentials: Credentials?, after epoch: SessionEpoch? = nil) -> Bool {
        change { content in
            guard epoch == nil || epoch == content.epoch else { return nil }
            (content.credentials, content.epoch) = (credentials, content.epoch.next)
            return credentials.map { .signedIn($0) } ?? .signedOut
        }
    }

    /// Takes over what the server handed out for `lease`, unless its epoch has passed.
    func renew(_ lease: Lease, to fresh: Credentials) -> Bool {
        change { content in
            guard content.epoch == lease.epoch, content.credentials != nil else { return nil }
            content.credentials = fresh
            return .renewed(fresh)
        }
    }

    /// Ends the epoch of `lease`, if it is still the present one, because the server said `error`.
    func end(_ lease: Lease, because error: NoticeBoardError) {
        _ = change { content in
            guard content.epoch == lease.epoch, content.credentials != nil else { return nil }
            (content.credentials, content.epoch) = (nil, content.epoch.next)
            return .ended(error)
        }
    }

    /// Changes the content and tells of it; false when there was nothing to change.
    ///
    /// Told outside of the lock, so that the app may ask the session; by one thread at a time, so that it hears in order.
    private func change(_ change: (inout Content) -> SessionChange?) -> Bool {
        let (isChanged, tells) = content.withLock { content in
            guard let change = change(&content) else { return (false, false) }
            content.untold.append(change)
            defer { content.isTelling = true }
            return (true, !content.isTelling)
        }
        while tells, let next = next() { onChange(next) }
        return isChanged
    }

    private func next() -> SessionChange? {
        content.withLock { content in
            guard !content.untold.isEmpty else {
                content.isTelling = false
                return nil
            }
            return content.untold.removeFirst()
        }
    }
}
