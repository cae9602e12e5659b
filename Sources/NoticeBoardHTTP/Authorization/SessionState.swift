import NoticeBoardBase

/// The state of a session: its account, generation and running calls, the objects that end with it, its listeners.
final class SessionState: Sendable {
    /// The credentials of a call.
    ///
    /// Two are equal if a renewal replaces both: account and expiry date, which may change while it runs, do not count.
    struct Lease: Sendable, Hashable {
        let credentials: Credentials
        let generation: Int
        /// Whether the expiry date is trusted: a date already past on arrival means a wrong clock.
        let trustsExpiryDate: Bool

        /// Whether its token will have expired on arrival, by its own date.
        var looksExpired: Bool { trustsExpiryDate && credentials.isExpiring }

        static func == (left: Lease, right: Lease) -> Bool {
            left.generation == right.generation && left.credentials.accessToken == right.credentials.accessToken
                && left.credentials.refreshToken == right.credentials.refreshToken
        }

        func hash(into hasher: inout Hasher) { hasher.combine(credentials.accessToken) }
    }

    /// The state after a change, and the generation that it ended: its calls fail only after all listeners have been notified.
    private struct News {
        let state: TokenSession.State
        let ended: Broadcast<NoticeBoardError>?
        /// Released after all listeners have been notified.
        let awake: BackgroundActivity?
    }

    private struct Dependent { weak var object: (any SessionDependent)? }

    private struct Content {
        /// The credentials for calls while an account is signed in.
        var lease: Lease?
        /// Increased when the account changes: results that one generation requested are not stored in another one.
        var generation = 0
        /// Why no account is signed in, if the server ended the session.
        var end: NoticeBoardError?
        /// The running calls of this generation, by increasing numbers.
        var running: [Int: Task<SessionCall.Answer, any Error>] = [:]
        var lastNumber = 0
        /// Why this generation is over; sent after all listeners have been notified.
        var over = Broadcast<NoticeBoardError>()
        /// The objects that end with this generation.
        var dependents: [ObjectIdentifier: Dependent] = [:]
        /// Changes not yet sent to listeners, and whether a thread is sending them.
        var untold: [News] = []
        var isNotifying = false

        var state: TokenSession.State {
            if let lease { return .signedIn(account: lease.credentials.account) }
            return end.map { .ended($0) } ?? .signedOut
        }
    }

    private let content: Locked<Content>
    /// Registered data of the account; called under the lock, so that it gets changes in order.
    let scope: AccountScope
    private let onChange: @Sendable (SessionState, TokenSession.State, BackgroundActivity?) -> Void
    /// The current state, then later ones; a slow reader gets only the newest.
    let states: Broadcast<TokenSession.State>

    init(
        _ credentials: Credentials?, _ scope: AccountScope,
        onChange: @escaping @Sendable (SessionState, TokenSession.State, BackgroundActivity?) -> Void
    ) {
        self.scope = scope
        if let credentials { scope.restore(credentials.account ?? "") }
        content = Locked(Content(lease: credentials.map { Lease(credentials: $0, generation: 0, trustsExpiryDate: true) }))
        self.onChange = onChange
        states = Broadcast(content.withLock { $0.state })
    }

    var credentials: Credentials? { lease()?.credentials }
    var generation: Int { content.withLock { $0.generation } }
    var state: TokenSession.State { content.withLock { $0.state } }

    /// Returns the lease for a call now; `nil` if no account is signed in.
    func lease() -> Lease? { content.withLock { $0.lease } }

    /// Returns the current lease of the same generation: the given one unless it was renewed.
    func current(_ lease: Lease) throws(NoticeBoardError) -> Lease {
        guard let now = self.lease(), now.generation == lease.generation else { throw Self.over }
        return now
    }

    /// Runs `work` in a task that the end of the lease's generation cancels.
    ///
    /// A separate task, because a sign-out cancels it from outside before it returns: requests not sent yet are never sent. Like
    /// a child, it is awaited and cancelled with the caller.
    func whileCurrent(
        _ lease: Lease, _ work: @escaping @Sendable () async throws -> SessionCall.Answer
    ) async throws -> SessionCall.Answer {
        let begun = content.withLock {
            content -> (number: Int, task: Task<SessionCall.Answer, any Error>, Broadcast<NoticeBoardError>)? in
            guard content.generation == lease.generation else { return nil }
            content.lastNumber += 1
            let task = Task { try await work() }
            content.running[content.lastNumber] = task
            return (content.lastNumber, task, content.over)
        }
        guard let (number, task, over) = begun else { throw Self.over }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        let isCurrent = content.withLock { content in
            content.running[number] = nil
            return content.generation == lease.generation
        }
        if isCurrent { return try result.get() }
        // Listeners are notified first, unless the caller is cancelled.
        for await why in over.stream() { throw why }
        throw CancellationError()
    }

    /// Begins a generation with `credentials`, or signed out; with `generation`, only if that is current.
    func begin(_ credentials: Credentials?, after generation: Int? = nil, as change: AccountScope.Change) -> Bool {
        self.change(as: change) { content in
            guard generation == nil || generation == content.generation else { return false }
            (content.end, content.generation) = (nil, content.generation + 1)
            content.lease = credentials.map {
                Lease(credentials: $0, generation: content.generation, trustsExpiryDate: !$0.isExpiring)
            }
            return true
        }
    }

    /// Replaces the tokens, with `lease` only if that is still current.
    ///
    /// A server may omit the account in a renewal: it stays the same. `awake` is retained until `onChange` has returned.
    func renew(_ lease: Lease? = nil, to fresh: Credentials, _ awake: BackgroundActivity? = nil) -> Bool {
        change(awake, as: fresh.account.map { .named($0) }) { content in
            guard let now = content.lease, lease == nil || lease == now else { return false }
            var fresh = fresh
            if lease != nil { fresh.account = fresh.account ?? now.credentials.account }
            content.lease = Lease(credentials: fresh, generation: content.generation, trustsExpiryDate: !fresh.isExpiring)
            return true
        }
    }

    /// Ends the generation of `lease` with the server's `error`; returns `false` if it has passed.
    @discardableResult func end(_ lease: Lease, because error: NoticeBoardError) -> Bool {
        change(as: .expired) { content in
            guard content.lease == lease else { return false }
            (content.lease, content.end, content.generation) = (nil, error, content.generation + 1)
            return true
        }
    }

    private static let over = NoticeBoardError(.sessionOver, "The session ended while the call was on its way.")

    /// Changes the content, cancels the calls of a generation that it ends, and notifies; returns `false` without a change.
    ///
    /// Cancels and notifies outside of the lock, so that the app may ask the session, and from one thread at a time, so that changes
    /// arrive in order. Calls fail last, when all listeners have been notified.
    private func change(
        _ awake: BackgroundActivity? = nil, as accountChange: AccountScope.Change?, _ change: (inout Content) -> Bool
    ) -> Bool {
        var (shouldNotify, ended) = (false, [] as [Task<SessionCall.Answer, any Error>])
        var (ending, dependents) = (nil as AccountEnding?, [] as [Dependent])
        let isChanged = content.withLock { content in
            let before = content.generation
            guard change(&content) else { return false }
            var over: Broadcast<NoticeBoardError>?
            if content.generation != before {
                // The newest first: calls that wait for a connection end before one becomes free for them.
                (ended, content.running) = (content.running.sorted { $0.key > $1.key }.map(\.value), [:])
                (over, content.over) = (content.over, Broadcast())
                (dependents, content.dependents) = (Array(content.dependents.values), [:])
            }
            ending = accountChange.map(scope.begin)
            shouldNotify = !content.isNotifying
            content.isNotifying = true
            content.untold.append(News(state: content.state, ended: over, awake: awake))
            return true
        }
        for task in ended { task.cancel() }
        ending?.run()
        for dependent in dependents { dependent.object?.sessionEnded() }
        while shouldNotify, let news = next() { send(news) }
        return isChanged
    }

    private func send(_ news: News) {
        withExtendedLifetime(news.awake) { onChange(self, news.state, news.awake) }
        // A renewal changes nothing on screen.
        if news.ended != nil { states.send(news.state) }
        var why = Self.over
        if case .ended(let error) = news.state, error.code == .sessionOver { why = error }
        news.ended?.send(why)
    }

    private func next() -> News? {
        content.withLock { content in
            guard !content.untold.isEmpty else {
                content.isNotifying = false
                return nil
            }
            return content.untold.removeFirst()
        }
    }

    // MARK: A generation

    /// Runs `work` while no account can sign in or out; throws if `generation` is over.
    func keep(in generation: Int, _ work: () throws -> Void) throws {
        try content.withLock { content in
            guard content.generation == generation else { throw Self.over }
            try work()
        }
    }

    /// Ends `dependent` with `generation`, or at once if that is over.
    func end(_ dependent: any SessionDependent, with generation: Int) {
        let isOver = content.withLock { content in
            guard content.generation == generation else { return true }
            let id = ObjectIdentifier(dependent)
            if content.dependents[id] == nil { content.dependents = content.dependents.filter { $0.value.object != nil } }
            content.dependents[id] = Dependent(object: dependent)
            return false
        }
        if isOver { dependent.sessionEnded() }
    }

    /// Tells the scope that no account is signed in, if it does not know yet.
    func settle() { content.withLock { $0.lease == nil ? scope.begin(.restored(nil)) : nil }?.run() }
}
