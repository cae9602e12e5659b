import NoticeBoardBase

/// The state of a session for screens, and its observers.
final class SessionStateStore: Sendable {
    private struct Content {
        /// The newest known state of the token session.
        var received = TokenSession.State.signedOut
        /// The last state that the token session announced; older than ``received`` while it is still announcing changes.
        var announced = TokenSession.State.signedOut
        var isConfirmed = false
        weak var tokens: TokenSession?

        var state: AccountSessionState { AccountSessionState(received, isConfirmed: isConfirmed) }

        /// Makes a change, and keeps a new state for subscribers: under the lock, so that all of them get states in order.
        mutating func keep(in broadcast: Broadcast<AccountSessionState>, _ change: (inout Content) -> Void) {
            let before = state
            change(&self)
            if state != before { broadcast.keep(state) }
        }
    }

    private let content = Locked(Content())
    private let broadcast = Broadcast(Content().state)

    /// Whether it is known if stored tokens are valid.
    var isConfirmed: Bool { content.withLock { $0.isConfirmed } }

    /// The token session; `nil` before ``begin(_:)``.
    var tokens: TokenSession? { content.withLock { $0.tokens } }

    /// Records a new token session, which may begin with an account.
    func begin(_ tokens: TokenSession) {
        content.withLock { content in
            content.tokens = tokens
            content.received = tokens.state
            content.announced = content.received
        }
    }

    /// Ends `.restoring`: the stored tokens were confirmed, or there are none.
    func confirm() { send { $0.isConfirmed = true } }

    /// Records a change that the token session announces; called in order.
    func update(_ state: TokenSession.State) {
        let tokens = tokens
        send { content in
            // Tokens that were renewed are valid.
            if case .signedIn = content.announced, case .signedIn = state { content.isConfirmed = true }
            content.announced = state
            // The session may have changed again, and a subscriber may know that: no subscriber gets an older state after it.
            content.received = tokens?.state ?? state
        }
    }

    private func send(_ change: (inout Content) -> Void) {
        content.withLock { $0.keep(in: broadcast, change) }
        broadcast.notify()
    }

    /// Returns a stream of the newest state, then of later ones; a slow reader gets only the newest.
    func states() -> AsyncStream<AccountSessionState> {
        let tokens = tokens
        return content.withLock { content in
            // Other subscribers get it when the token session announces it.
            content.keep(in: broadcast) { if let tokens { $0.received = tokens.state } }
            return broadcast.stream(startingWith: content.state)
        }
    }
}
