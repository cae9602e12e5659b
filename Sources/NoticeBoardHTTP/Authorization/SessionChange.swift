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

    /// Who is signed in after it.
    var status: SessionStatus {
        switch self {
        case .signedIn(let credentials), .renewed(let credentials): .signedIn(account: credentials.account)
        case .signedOut: .signedOut
        case .ended(let error): .ended(error)
        }
    }

    /// What to keep from now on; nothing when nobody is signed in.
    public var credentials: Credentials? {
        switch self {
        case .signedIn(let credentials), .renewed(let credentials): credentials
        case .signedOut, .ended: nil
        }
    }
}

/// Who is signed in, as a screen shows it.
public enum SessionStatus: Sendable, Hashable {
    /// Somebody is, with the account that their credentials name.
    case signedIn(account: String?)
    /// Nobody is: nobody was yet, or the app signed out.
    case signedOut
    /// Nobody is, because the server or the renewal ended the session.
    case ended(NoticeBoardError)
}
