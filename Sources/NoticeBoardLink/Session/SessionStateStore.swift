import NoticeBoardBase
import NoticeBoardHTTP

/// The state of a session for screens, and its observers.
final class SessionStateStore<State: Sendable & Equatable>: Sendable {
    private struct Content {
        /// The last state of the token session.
        var received = TokenSession.State.signedOut
        var isConfirmed = false
    }

    private let content = Locked(Content())
    private let broadcast: Broadcast<State>
    private let state: @Sendable (TokenSession.State, _ isConfirmed: Bool) -> State

    /// Creates a store without confirmed tokens; `state` returns what screens show for a state of the token session.
    init(_ state: @escaping @Sendable (TokenSession.State, _ isConfirmed: Bool) -> State) {
        self.state = state
        broadcast = Broadcast(state(.signedOut, false))
    }

    var isConfirmed: Bool { content.withLock { $0.isConfirmed } }

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
            let before = state(content.received, content.isConfirmed)
            change(&content)
            let now = state(content.received, content.isConfirmed)
            // Under the lock, so that all observers get states in order.
            if now != before { broadcast.keep(now) }
        }
        broadcast.notify()
    }

    func states(startingWith state: State) -> AsyncStream<State> { broadcast.stream(startingWith: state) }
}
