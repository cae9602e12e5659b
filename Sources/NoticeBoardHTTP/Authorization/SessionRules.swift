/// The meaning of a service's statuses for the session.
public struct SessionRules: Sendable, Hashable {
    /// On any call: the access token has expired; renew it and replay the call.
    public var expired: Set<HTTPStatus>
    /// On any call: the access token is invalid; the session is over, without a renewal.
    public var ended: Set<HTTPStatus>
    /// On a renewal: the access token is still valid.
    public var stillGood: Set<HTTPStatus>
    /// On a renewal: refused; the session is over.
    public var refused: Set<HTTPStatus>
    /// In a shared session, after a renewal without an answer.
    public var doubtfulRefresh: DoubtfulRefresh

    /// What a shared session does with a refresh token that may be used: the answer to its renewal was lost, or the process that
    /// waited for it has ended.
    public enum DoubtfulRefresh: Sendable, Hashable {
        /// It sends the token again. A service that allows each token once may end the session, which would be lost anyway.
        case sendAgain
        /// It ends the session, for a service that ends the user's other sessions as well if a token is used twice.
        case signInAgain
    }

    /// Creates rules.
    public init(
        expired: Set<HTTPStatus>, ended: Set<HTTPStatus> = [], stillGood: Set<HTTPStatus> = [], refused: Set<HTTPStatus>,
        doubtfulRefresh: DoubtfulRefresh = .sendAgain
    ) {
        self.expired = expired
        self.ended = ended
        self.stillGood = stillGood
        self.refused = refused
        self.doubtfulRefresh = doubtfulRefresh
    }

    /// OAuth: 401 for an expired token; 400 or 401 for a refused renewal.
    ///
    /// A 403 never ends a session, since firewalls and captive portals send it for any request.
    public static let bearer = SessionRules(expired: [401], refused: [400, 401])
}
