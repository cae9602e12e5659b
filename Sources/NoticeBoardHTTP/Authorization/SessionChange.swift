public import NoticeBoardBase

/// What happened to a ``TokenSession``.
public enum SessionChange: Sendable, Hashable {
    /// An account signed in.
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

    /// The credentials after the change; `nil` if no account is signed in.
    public var credentials: Credentials? {
        switch self {
        case .signedIn(let credentials), .renewed(let credentials): credentials
        case .signedOut, .ended: nil
        }
    }
}

/// Who is signed in, as a screen shows it.
public enum SessionStatus: Sendable, Hashable {
    /// An account is signed in, named by its credentials.
    case signedIn(account: String?)
    /// No account is signed in: none was yet, or the app signed out.
    case signedOut
    /// No account is signed in, because the server or the renewal ended the session.
    case ended(NoticeBoardError)
}
