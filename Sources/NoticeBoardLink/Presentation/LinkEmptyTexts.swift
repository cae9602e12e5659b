import NoticeBoardBase

extension LinkPostSource {
    /// What stands in the place of a list without posts.
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
}

extension LinkFollowers.Kind {
    /// What stands in the place of a list without accounts.
    func emptyText(in language: Language) -> String {
        switch self {
        case .followers: language.text("link.noFollowers", korean: "아직 팔로워가 없습니다.", english: "There are no followers yet.")
        case .following:
            language.text("link.noFollowing", korean: "팔로우하는 사람이 없습니다.", english: "This account follows nobody.")
        }
    }
}
