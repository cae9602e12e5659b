import NoticeBoardBase

/// Somebody as a list of followers draws them.
public struct LinkUserRow: Identifiable, Sendable, Hashable {
    /// Who it is.
    public let user: LinkUser
    /// Whether it is whoever looks.
    public let isMe: Bool
    /// Whether whoever looks follows them, as it is wished or as the service said; nothing while that is not known.
    public let isFollowed: Bool?
    /// Whether the service has not confirmed that yet.
    public let isFollowUnconfirmed: Bool

    /// The row of an account.
    public init(_ user: LinkUser, isMe: Bool = false, isFollowed: Bool? = nil, isFollowUnconfirmed: Bool = false) {
        (self.user, self.isMe) = (user, isMe)
        (self.isFollowed, self.isFollowUnconfirmed) = (isFollowed, isFollowUnconfirmed)
    }

    /// The account's ID.
    public var id: LinkUser.ID { user.id }
}
