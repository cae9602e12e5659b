public import NoticeBoardBase
import NoticeBoardHTTP

/// Whether it is known who is signed in, who hears of it, and whose sign-up may not have come to its end.
final class SessionStatusStore: Sendable {
    private struct Content {
        /// What the tokens' session told last.
        var received = SessionStatus.signedOut
        var isSettled = false
        var sent = LinkSession.State.restoring
        /// With what somebody signed up who has not been signed in since: the answer, or the sign-in, may have been lost.
        var joined: SignInDetails?
    }

    private let content = Locked(Content())
    private let broadcast = Broadcast(LinkSession.State.restoring)

    var isSettled: Bool { content.withLock { $0.isSettled } }

    /// From now on it is known who is signed in.
    func settle() { send { $0.isSettled = true } }

    /// Takes over what the tokens' session tells, in its order.
    func note(_ change: SessionChange) {
        send { content in
            switch change {
            case .signedIn(let credentials): content.received = .signedIn(account: credentials.account)
            case .renewed(let credentials):
                (content.received, content.isSettled) = (.signedIn(account: credentials.account), true)
            case .signedOut: content.received = .signedOut
            case .ended(let error): content.received = .ended(error)
            }
        }
    }

    private func send(_ change: (inout Content) -> Void) {
        content.withLock { content in
            change(&content)
            let state = LinkSession.State(content.received, isSettled: content.isSettled)
            guard state != content.sent else { return }
            content.sent = state
            // Under the lock, so that two states reach everybody in their order.
            broadcast.keep(state)
        }
        broadcast.notify()
    }

    func states(startingWith state: LinkSession.State) -> AsyncStream<LinkSession.State> { broadcast.stream(startingWith: state) }

    /// Remembers that an account may have been made with `details`, or forgets it.
    func noteJoined(_ details: SignInDetails?) { content.withLock { $0.joined = details } }
    func mayHaveJoined(_ details: SignInDetails) -> Bool { content.withLock { $0.joined == details } }
}

/// With what somebody signs in.
struct SignInDetails: Sendable, Hashable, Redacted {
    let email: String
    let password: String

    var description: String { "SignInDetails(…)" }
}

extension LinkSession {
    /// Who is signed in to a ``LinkSession``, as a screen shows it.
    public enum State: Sendable, Hashable {
        /// Nobody is: nobody was, or the app signed out.
        case signedOut
        /// Not known yet: what an earlier launch kept was not read, or the service could not be asked whether it still holds.
        case restoring
        /// Somebody is, with this ID.
        case signedIn(user: LinkUser.ID)
        /// Nobody is, because the service ended the session, for this reason.
        case ended(NoticeBoardError)

        /// What a screen shows of the tokens' state: until it is known whether tokens of an earlier launch hold, it says neither.
        init(_ tokens: SessionStatus, isSettled: Bool) {
            switch tokens {
            case .ended(let error): self = .ended(error)
            case _ where !isSettled: self = .restoring
            case .signedIn(let account): self = .signedIn(user: account ?? "")
            case .signedOut: self = .signedOut
            }
        }
    }
}
