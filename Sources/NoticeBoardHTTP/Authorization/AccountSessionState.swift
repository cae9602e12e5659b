public import NoticeBoardBase

/// The state of an ``AccountSession``, as a screen shows it.
public enum AccountSessionState: Sendable, Hashable {
    /// No account is signed in.
    case signedOut
    /// Not known yet: stored tokens are not read, or not confirmed by the service.
    case restoring
    /// An account is signed in; its ID is empty if the tokens do not name it.
    case signedIn(account: String)
    /// The service ended the session, for this reason.
    case ended(NoticeBoardError)

    /// Creates the state; it is `restoring` until it is known whether stored tokens are valid.
    init(_ tokens: TokenSession.State, isConfirmed: Bool) {
        switch tokens {
        case .ended(let error): self = .ended(error)
        case _ where !isConfirmed: self = .restoring
        case .signedIn(let account): self = .signedIn(account: account ?? "")
        case .signedOut: self = .signedOut
        }
    }
}
