public import NoticeBoardBase
import NoticeBoardHTTP

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
