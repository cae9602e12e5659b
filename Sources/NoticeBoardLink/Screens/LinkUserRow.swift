public import NoticeBoardBase

/// An account as a row of a follower list.
public struct LinkUserRow: Identifiable, Sendable, Hashable {
    /// The account.
    public let user: LinkUser
    /// Whether it is the user.
    public let isMe: Bool
    /// Whether the user follows the account, as they asked for or as the service said; `nil` until it is known.
    public let isFollowed: Bool?
    /// Whether a pending follow is not confirmed yet.
    public let isFollowUnconfirmed: Bool

    /// Creates the row of an account.
    public init(user: LinkUser, isMe: Bool = false, isFollowed: Bool? = nil, isFollowUnconfirmed: Bool = false) {
        self.user = user
        self.isMe = isMe
        self.isFollowed = isFollowed
        self.isFollowUnconfirmed = isFollowUnconfirmed
    }

    /// The account's ID.
    public var id: LinkUser.ID { user.id }

    /// Returns the row's VoiceOver label: the name, and whether the user follows the account.
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
