public import NoticeBoardBase
import NoticeBoardHTTP

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
