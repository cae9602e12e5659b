public import NoticeBoardBase

/// Numbers as the apps of the service write them.
public enum LinkCounts {
    /// `2 답글, 3 좋아요`.
    public static func text(replies: Int, likes: Int, in language: Language) -> String {
        if language == .korean { return "\(replies) 답글, \(likes) 좋아요" }
        return "\(replies) \(replies == 1 ? "reply" : "replies"), \(likes) \(likes == 1 ? "like" : "likes")"
    }

    /// `사진 2장, 문서 1개`; empty where there are none.
    static func text(pictures: Int, documents: Int, in language: Language) -> String {
        let isKorean = language == .korean
        let pictures =
            pictures == 0 ? "" : isKorean ? "사진 \(pictures)장" : pictures == 1 ? "1 picture" : "\(pictures) pictures"
        let documents =
            documents == 0 ? "" : isKorean ? "문서 \(documents)개" : documents == 1 ? "1 document" : "\(documents) documents"
        return [pictures, documents].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// `팔로워 7명`.
    public static func text(followers: Int, in language: Language) -> String {
        language == .korean ? "팔로워 \(followers)명" : "\(followers) \(followers == 1 ? "follower" : "followers")"
    }
}
