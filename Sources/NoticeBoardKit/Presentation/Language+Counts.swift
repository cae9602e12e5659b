import NoticeBoardBase

extension Language {
    /// Returns a sentence for the comments that came since a post was read; `nil` without new ones.
    func newComments(_ count: Int) -> String? {
        guard count > 0 else { return nil }
        let english = count == 1 ? "1 new comment" : "\(count) new comments"
        return text("row.newComments", [count], korean: "새 댓글 \(count)개", english: english)
    }

    /// Returns a number in words, such as `댓글 3개` or `1 comment`; `nil` for 0.
    func counted(_ count: Int, _ key: String, korean: String, english: String) -> String? {
        guard count > 0 else { return nil }
        return text(key, [count], korean: "\(korean) \(count)개", english: "\(count) \(english)\(count == 1 ? "" : "s")")
    }
}
