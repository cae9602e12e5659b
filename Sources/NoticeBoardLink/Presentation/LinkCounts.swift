package import NoticeBoardBase

/// Numbers as the apps of the service write them.
package enum LinkCounts {
    /// `2 답글, 3 좋아요`.
    package static func text(replies: Int, likes: Int, in language: Language) -> String {
        language.text(
            "counts.repliesAndLikes", [replies, likes], korean: "\(replies) 답글, \(likes) 좋아요",
            english: "\(replies) \(replies == 1 ? "reply" : "replies"), \(likes) \(likes == 1 ? "like" : "likes")")
    }

    /// `사진 2장, 문서 1개`; empty where there are none.
    static func text(pictures: Int, documents: Int, in language: Language) -> String {
        var parts: [String] = []
        if pictures > 0 {
            parts.append(
                language.text(
                    "counts.pictures", [pictures], korean: "사진 \(pictures)장",
                    english: pictures == 1 ? "1 picture" : "\(pictures) pictures"))
        }
        if documents > 0 {
            parts.append(
                language.text(
                    "counts.documents", [documents], korean: "문서 \(documents)개",
                    english: documents == 1 ? "1 document" : "\(documents) documents"))
        }
        return parts.joined(separator: ", ")
    }

    /// `팔로워 7명`.
    package static func text(followers: Int, in language: Language) -> String {
        language.text(
            "counts.followers", [followers], korean: "팔로워 \(followers)명",
            english: "\(followers) \(followers == 1 ? "follower" : "followers")")
    }
}
