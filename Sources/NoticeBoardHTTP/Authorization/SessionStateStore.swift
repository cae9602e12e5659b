import NoticeBoardBase

/// The state of a session for screens, and its observers.
final class SessionStateStore: Sendable {
    private struct Content {
        /// The last state of the token session.
        var received = TokenSession.State.signedOut
        var isConfirmed = false

        var state: AccountSessionState { AccountSessionState(received, isConfirmed: isConfirmed) }
    }

    private let content = Locked(Content())
    private let broadcast = Broadcast(Content().state)

    /// Whether it is known if stored tokens are valid.
    var isConfirmed: Bool { content.withLock { $0.isConfirmed } }

    /// Records the state of a new token session, which may begin with an account.
    func begin(_ state: TokenSession.State) { content.withLock { $0.received = state } }

    /// Ends `.restoring`: the stored tokens were confirmed, or there are none.
    func confirm() { send { $0.isConfirmed = true } }

    /// Records the state of the token session after a change; called in order.
    func update(_ state: TokenSession.State) {
        send { content in
            // Tokens that were renewed are valid.
            if case .signedIn = content.received, case .signedIn = state { content.isConfirmed = true }
            content.received = state
        }
    }

    private func send(_ change: (inout Content) -> Void) {
        content.withLock { content in
            let before = content.state
            change(&content)
            let now = content.state
            // Under the lock, so that all observers get states in order.
            if now != before { broadcast.keep(now) }
        }
        broadcast.notify()
    }

    /// Returns a stream of what `state` returns, then of later states; a slow reader gets only the newest.
    func states(reading state: () -> AccountSessionState) -> AsyncStream<AccountSessionState> {
        broadcast.stream(reading: state)
    }
}
