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

/// The credentials of a sign-in.
struct SignInDetails: Sendable, Hashable, Redacted {
    let email: String
    let password: String
}

extension LinkSession {
    /// The state of a ``LinkSession``, as a screen shows it.
    public enum State: Sendable, Hashable {
        /// No account is signed in.
        case signedOut
        /// Not known yet: stored tokens are not read, or not confirmed by the service.
        case restoring
        /// An account is signed in; `user` is empty if the stored tokens do not name it.
        case signedIn(user: LinkUser.ID)
        /// The service ended the session, for this reason.
        case ended(NoticeBoardError)

        /// Creates the state; it is `restoring` until it is known whether stored tokens are valid.
        init(_ tokens: TokenSession.State, isConfirmed: Bool) {
            switch tokens {
            case .ended(let error): self = .ended(error)
            case _ where !isConfirmed: self = .restoring
            case .signedIn(let account): self = .signedIn(user: account ?? "")
            case .signedOut: self = .signedOut
            }
        }
    }
}
