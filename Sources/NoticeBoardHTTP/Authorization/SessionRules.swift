/// What a service means by its statuses, as far as they concern the session.
public struct SessionRules: Sendable, Hashable {
    /// To any call: the access token has expired; renew it and ask again.
    public var expired: Set<HTTPStatus>
    /// To any call: the access token is no good at all; the session is over, without asking for another.
    public var ended: Set<HTTPStatus>
    /// To the renewal: the access token is still good.
    public var stillGood: Set<HTTPStatus>
    /// To the renewal: no more; the session is over.
    public var refused: Set<HTTPStatus>

    /// Rules.
    public init(
        expired: Set<HTTPStatus>, ended: Set<HTTPStatus> = [], stillGood: Set<HTTPStatus> = [], refused: Set<HTTPStatus>
    ) {
        self.expired = expired
        self.ended = ended
        self.stillGood = stillGood
        self.refused = refused
    }

    /// As OAuth has it: 401 when the token has expired; 400 or 401 when it is renewed no more.
    ///
    /// A 403 ends nothing: it is what firewalls and the networks of hotels answer to everything.
    public static let bearer = SessionRules(expired: [401], refused: [400, 401])
}
