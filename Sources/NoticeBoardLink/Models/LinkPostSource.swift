import NoticeBoardBase

/// The posts that a list shows.
public enum LinkPostSource: Sendable, Hashable {
    /// All accounts' posts.
    case timeline
    /// The posts with a hashtag, given with or without its `#`.
    case hashtag(String)
    /// The posts liked by the signed-in account.
    case liked
    /// The posts of one account.
    case user(LinkUser.ID)

    /// Returns the text shown in place of an empty post list.
    func emptyText(in language: Language) -> String {
        switch self {
        case .timeline: language.text("link.noPosts", korean: "아직 게시글이 없습니다.", english: "There are no posts yet.")
        case .hashtag(let tag):
            language.text(
                "link.noTaggedPosts", words: [tag.withoutHash], korean: "#\(tag.withoutHash) 게시글이 없습니다.",
                english: "There are no posts with #\(tag.withoutHash).")
        case .liked:
            language.text("link.noLikedPosts", korean: "좋아요한 게시글이 없습니다.", english: "You have not liked any posts.")
        case .user: language.text("link.noPostsOfUser", korean: "작성한 게시글이 없습니다.", english: "This account has no posts.")
        }
    }

    /// The account whose page it is; a muted account is visible there.
    var owner: LinkUser.ID? { if case .user(let user) = self { user } else { nil } }
}
