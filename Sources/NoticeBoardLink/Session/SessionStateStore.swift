public import NoticeBoardBase
import NoticeBoardHTTP

/// The session's state for screens, and its observers.
final class SessionStateStore: Sendable {
    private struct Content {
        /// The last state of the token session.
        var received = TokenSession.State.signedOut
        var isConfirmed = false

        var state: LinkSession.State { LinkSession.State(received, isConfirmed: isConfirmed) }
    }

    private let content = Locked(Content())
    private let broadcast = Broadcast(LinkSession.State.restoring)

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
            let before = content.state
            change(&content)
            // Under the lock, so that all observers get states in order.
            if content.state != before { broadcast.keep(content.state) }
        }
        broadcast.notify()
    }

    func states(startingWith state: LinkSession.State) -> AsyncStream<LinkSession.State> { broadcast.stream(startingWith: state) }
}
