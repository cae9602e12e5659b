import NoticeBoardBase

/// The time between one signing in or out and the next.
///
/// What was asked for in one epoch must not be written in another, where somebody else may be signed in.
public struct SessionEpoch: Sendable, Hashable {
    let number: Int

    /// The first epoch of every session.
    public static let first = SessionEpoch(number: 0)

    var next: SessionEpoch { SessionEpoch(number: number + 1) }
}

/// Who is signed in, since when, what runs in their name and belongs to them, and who hears of it.
final class SessionState: Sendable {
    /// What a call leaves with.
    struct Lease: Sendable, Hashable {
        let credentials: Credentials
        let epoch: SessionEpoch
        /// Whether its token will have expired when it arrives, by its own date.
        var looksExpired = false
    }

    private struct Content {
        var credentials: Credentials?
        var epoch = SessionEpoch.first
        /// What to end with the epoch, by numbers that are never given again.
        var running: [Int: @Sendable (NoticeBoardError) -> Void] = [:]
        var lastNumber = 0
        var belongings: [any SessionBelonging] = []
        var erasing: Task<Void, Never>?
        /// Whether the date in the credentials says something: not where it had passed when they came, by a clock that is wrong.
        var hasGoodDate = true
        /// What is still to be told, and whether somebody is telling it.
        var untold: [SessionChange] = []
        var isTelling = false
    }

    private let content: Locked<Content>
    private let onChange: @Sendable (SessionChange) -> Void
    private let states: Broadcast<TokenSession.State>
    private let listeners = Locked<(next: Int, all: [Int: AsyncStream<SessionChange>.Continuation])>((0, [:]))

    init(_ credentials: Credentials?, onChange: @escaping @Sendable (SessionChange) -> Void) {
        content = Locked(Content(credentials: credentials))
        self.onChange = onChange
        states = Broadcast(credentials.map { TokenSession.State.signedIn(account: $0.account) } ?? .signedOut)
    }

    deinit { for listener in listeners.withLock({ $0.all.values }) { listener.finish() } }

    var credentials: Credentials? { content.withLock { $0.credentials } }
    var epoch: SessionEpoch { content.withLock { $0.epoch } }

    /// What a call leaves with now; nothing when nobody is signed in.
    func lease() -> Lease? {
        content.withLock { content in
            content.credentials.map {
                Lease(credentials: $0, epoch: content.epoch, looksExpired: content.hasGoodDate && $0.lookExpired)
            }
        }
    }

    /// What calls of the same epoch leave with now; the lease itself as long as nothing was renewed.
    func current(_ lease: Lease) throws(NoticeBoardError) -> Lease {
        let now = content.withLock { $0.epoch == lease.epoch ? $0.credentials : nil }
        guard let now else { throw Self.over }
        return Lease(credentials: now, epoch: lease.epoch)
    }

    /// What `work` comes to, unless the epoch of `lease` ends before: then the caller hears it at once, and what has not left
    /// yet does not leave.
    func whileCurrent<Value: Sendable>(
        _ lease: Lease, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let race = Race<Value>()
        let number = content.withLock { content -> Int? in
            guard content.epoch == lease.epoch else { return nil }
            content.lastNumber += 1
            content.running[content.lastNumber] = { race.end(.failure($0)) }
            return content.lastNumber
        }
        guard let number else { throw Self.over }
        defer { content.withLock { $0.running[number] = nil } }
        return try await race.value(of: [work])
    }

    /// Runs `work` while nobody can sign in or out, unless the epoch of `lease` is over.
    func holding<Result>(_ lease: Lease, _ work: () throws -> Result) throws -> Result {
        try content.withLock { content in
            guard content.epoch == lease.epoch else { throw Self.over }
            return try work()
        }
    }

    /// Begins an epoch with `credentials`, or of nobody; only after `epoch`, when one is given.
    func begin(_ credentials: Credentials?, after epoch: SessionEpoch? = nil) -> Bool {
        change { content in
            guard epoch == nil || epoch == content.epoch else { return nil }
            (content.credentials, content.epoch) = (credentials, content.epoch.next)
            content.hasGoodDate = credentials?.lookExpired != true
            return credentials.map { .signedIn($0) } ?? .signedOut
        }
    }

    /// Takes over what the server handed out, for `lease` where one is given, unless its epoch has passed.
    func renew(_ lease: Lease? = nil, to fresh: Credentials) -> Bool {
        change { content in
            guard lease == nil || content.epoch == lease?.epoch, content.credentials != nil else { return nil }
            (content.credentials, content.hasGoodDate) = (fresh, !fresh.lookExpired)
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

    private static let over = NoticeBoardError(.sessionOver, "The session ended while the call was on its way.")

    /// Changes the content, ends what runs when that ends an epoch, and tells; false when there was nothing to change.
    ///
    /// Ended and told outside of the lock, so that the app may ask the session; told by one thread at a time, so that it hears
    /// in order.
    private func change(_ change: (inout Content) -> SessionChange?) -> Bool {
        var (tells, ended, why) = (false, [] as [@Sendable (NoticeBoardError) -> Void], Self.over)
        var belongings: [any SessionBelonging] = []
        let isChanged = content.withLock { content in
            let before = content.epoch
            guard let change = change(&content) else { return false }
            if content.epoch != before {
                // The last first: what waits for a connection goes before one is free for it.
                (ended, content.running) = (content.running.sorted { $0.key > $1.key }.map(\.value), [:])
                (belongings, content.belongings) = (content.belongings, [])
            }
            if case .ended(let error) = change, error.code == .sessionOver { why = error }
            tells = !content.isTelling
            content.isTelling = true
            content.untold.append(change)
            return true
        }
        for end in ended { end(why) }
        for belonging in belongings { belonging.end() }
        while tells, let next = next() { tell(next) }
        if !belongings.isEmpty { erase(belongings) }
        return isChanged
    }

    private func tell(_ change: SessionChange) {
        onChange(change)
        for listener in listeners.withLock({ $0.all.values }) { listener.yield(change) }
        // That the token was renewed changes nothing on a screen.
        if case .renewed = change {} else { states.send(change.state) }
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

    // MARK: Belongings

    /// Ends and erases `belonging` with the present epoch; at once when nobody is signed in.
    func register(_ belonging: any SessionBelonging) {
        let isSignedIn = content.withLock { content in
            if content.credentials != nil { content.belongings.append(belonging) }
            return content.credentials != nil
        }
        guard !isSignedIn else { return }
        belonging.end()
        erase([belonging])
    }

    /// Returns when all that belonged to sessions that are over was erased.
    func erased() async { await content.withLock { $0.erasing }?.value }

    private func erase(_ belongings: [any SessionBelonging]) {
        content.withLock { content in
            content.erasing = Task { [before = content.erasing] in
                await before?.value
                for belonging in belongings { await belonging.erase() }
            }
        }
    }

    // MARK: Listening

    /// The present state, then every later one that there was time for.
    func stateStream() -> AsyncStream<TokenSession.State> { states.stream() }

    /// Every change from now on.
    func changeStream() -> AsyncStream<SessionChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: SessionChange.self)
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.all[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [listeners] _ in listeners.withLock { $0.all[number] = nil } }
        return stream
    }
}
