public import NoticeBoardBase

/// What stands before a title to say what kind of post it is.
public enum PostBadge: String, Sendable, Hashable, Codable, CaseIterable {
    /// A notice.
    case notice
    /// A reply.
    case reply

    /// The badge of a kind of post; most kinds have none.
    public init?(_ type: PostType) {
        switch type {
        case .notice: self = .notice
        case .reply: self = .reply
        default: return nil
        }
    }

    /// What the badge says: 공지 or Re in Korean.
    public func text(in language: Language) -> String {
        switch self {
        case .notice: language.text("badge.notice", korean: "공지", english: "Notice")
        case .reply: language.text("badge.reply", korean: "Re", english: "Re")
        }
    }
}
