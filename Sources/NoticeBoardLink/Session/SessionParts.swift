public import NoticeBoardBase
import NoticeBoardHTTP

/// The session's status for screens, its observers, and a sign-up that may be incomplete.
final class SessionStatusStore: Sendable {
    private struct Content {
        /// The last status from the token session.
        var received = TokenSession.State.signedOut
        var isSettled = false
        /// The credentials of a sign-up that was not followed by a sign-in: a response may have been lost.
        var joined: SignInDetails?

        var state: LinkSession.State { LinkSession.State(received, isSettled: isSettled) }
    }

    private let content = Locked(Content())
    private let broadcast = Broadcast(LinkSession.State.restoring)

    var isSettled: Bool { content.withLock { $0.isSettled } }

    /// Marks the state as known.
    func settle() { send { $0.isSettled = true } }

    /// Records the state of the token session after a change; called in order.
    func note(_ state: TokenSession.State) {
        send { content in
            // Tokens that were renewed are valid.
            if case .signedIn = content.received, case .signedIn = state { content.isSettled = true }
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

    /// Records that an account with `details` may exist; `nil` clears it.
    func recordSignUp(_ details: SignInDetails?) { content.withLock { $0.joined = details } }
    func mayHaveSignedUp(_ details: SignInDetails) -> Bool { content.withLock { $0.joined == details } }
}

/// The credentials of a sign-in.
struct SignInDetails: Sendable, Hashable, Redacted {
    let email: String
    let password: String

    var description: String { "SignInDetails(…)" }
}

extension LinkSession {
    /// The state of a ``LinkSession``, as a screen shows it.
    public enum State: Sendable, Hashable {
        /// No account is signed in.
        case signedOut
        /// Not known yet: stored tokens are not read, or not confirmed by the service.
        case restoring
        /// An account is signed in.
        case signedIn(user: LinkUser.ID)
        /// The service ended the session, for this reason.
        case ended(NoticeBoardError)

        /// Creates the state; it is `restoring` until it is known whether stored tokens are valid.
        init(_ tokens: TokenSession.State, isSettled: Bool) {
            switch tokens {
            case .ended(let error): self = .ended(error)
            case _ where !isSettled: self = .restoring
            case .signedIn(let account): self = .signedIn(user: account ?? "")
            case .signedOut: self = .signedOut
            }
        }
    }
}

/// The objects of the account that is signed in, one of each type: its context, outbox and pictures.
///
/// Only the session holds them. It also releases the registrations of their data, so that a session that is deallocated without
/// a sign-out leaks nothing.
final class AccountObjects: Sendable {
    private struct Content {
        var generation = 0
        var objects: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        var registrations: [AccountRegistration] = []
    }

    private let content = Locked(Content())

    deinit { for registration in content.withLock({ $0.registrations }) { registration.release() } }

    /// Returns the object of a type for a generation, if it exists.
    func object<Object: AnyObject & Sendable>(_ type: Object.Type, in generation: Int) -> Object? {
        content.withLock { $0.generation == generation ? $0.objects[ObjectIdentifier(type)] as? Object : nil }
    }

    /// Stores `new` unless such an object exists; returns the stored object and whether it is new.
    func keep<Object: AnyObject & Sendable>(_ new: Object, in generation: Int) -> (Object, isNew: Bool) {
        let (former, result) = content.withLock { content in
            var former = Content()
            if content.generation != generation { (former, content) = (content, Content(generation: generation)) }
            let type = ObjectIdentifier(Object.self)
            if let old = content.objects[type] as? Object { return (former, (old, false)) }
            content.objects[type] = new
            return (former, (new, true))
        }
        for registration in former.registrations { registration.release() }
        return result
    }

    /// Holds the registration of an object's data until the session is released.
    func hold(_ registration: AccountRegistration) { content.withLock { $0.registrations.append(registration) } }

    /// Releases every object when the session ends; registrations stay until the next one begins.
    func clear() {
        // Outside the lock: a `deinit` may call back.
        _ = content.withLock { content in
            defer { content.objects = [:] }
            return content.objects
        }
    }
}
