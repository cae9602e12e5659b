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

    /// Creates rules.
    public init(
        expired: Set<HTTPStatus>, ended: Set<HTTPStatus> = [], stillGood: Set<HTTPStatus> = [], refused: Set<HTTPStatus>
    ) {
        self.expired = expired
        self.ended = ended
        self.stillGood = stillGood
        self.refused = refused
    }

    /// OAuth: 401 for an expired token; 400 or 401 for a refused renewal.
    ///
    /// A 403 never ends a session, since firewalls and captive portals send it for any request.
    public static let bearer = SessionRules(expired: [401], refused: [400, 401])
}
