public import NoticeBoardBase

/// Numbers as the apps of the service write them.
public enum LinkCounts {
    /// `2 답글, 3 좋아요`.
    public static func text(replies: Int, likes: Int, in language: Language) -> String {
        if language == .korean { return "\(replies) 답글, \(likes) 좋아요" }
        return "\(replies) \(replies == 1 ? "reply" : "replies"), \(likes) \(likes == 1 ? "like" : "likes")"
    }

    /// `팔로워 7명`.
    public static func text(followers: Int, in language: Language) -> String {
        language == .korean ? "팔로워 \(followers)명" : "\(followers) \(followers == 1 ? "follower" : "followers")"
    }
}
