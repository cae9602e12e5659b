public import NoticeBoardBase

/// What happened to a ``TokenSession``.
public enum SessionChange: Sendable, Hashable {
    /// Somebody signed in.
    case signedIn(Credentials)
    /// The access token was renewed.
    case renewed(Credentials)
    /// The app signed out.
    case signedOut
    /// The server ended the session; told once for each.
    case ended(NoticeBoardError)

    /// What to keep from now on; nothing when nobody is signed in.
    public var credentials: Credentials? {
        switch self {
        case .signedIn(let credentials), .renewed(let credentials): credentials
        case .signedOut, .ended: nil
        }
    }
}
