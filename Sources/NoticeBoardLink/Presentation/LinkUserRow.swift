public import NoticeBoardBase

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

    /// The row as VoiceOver speaks it: the name, and whether the user follows the account.
    public func spoken(in language: Language = .preferred) -> String {
        let relation =
            switch (isMe, isFollowed) {
            case (true, _): language.text("user.me", korean: "나", english: "you")
            case (_, true?): language.text("user.followed", korean: "팔로우 중", english: "followed")
            case (_, false?): language.text("user.notFollowed", korean: "팔로우하지 않음", english: "not followed")
            default: ""
            }
        return [user.nick, relation].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
