package import NoticeBoardBase

/// Counts as the service's apps write them.
package enum LinkCounts {
    /// `2 답글, 3 좋아요`.
    package static func text(replies: Int, likes: Int, in language: Language) -> String {
        language.text(
            "counts.repliesAndLikes", [replies, likes], korean: "\(replies) 답글, \(likes) 좋아요",
            english: "\(replies) \(replies == 1 ? "reply" : "replies"), \(likes) \(likes == 1 ? "like" : "likes")")
    }

    /// `파일 2개`: the number of pictures and documents.
    static func text(files: Int, in language: Language) -> String {
        language.text("counts.files", [files], korean: "파일 \(files)개", english: files == 1 ? "1 file" : "\(files) files")
    }

    /// `팔로워 7명`.
    package static func text(followers: Int, in language: Language) -> String {
        language.text(
            "counts.followers", [followers], korean: "팔로워 \(followers)명",
            english: "\(followers) \(followers == 1 ? "follower" : "followers")")
    }
}
