public import Foundation
public import NoticeBoardSearch

/// A post in a list: what the cell draws, what is marked in it, and the post behind it.
public struct ListedPost: Sendable, Hashable, Identifiable {
    /// The post behind the cell.
    public let post: Post
    /// What the cell draws.
    public let row: PostRow
    /// What a search found in the row; nothing in a list that was not searched for.
    public let marks: PostMarks

    /// The cell of `post` as a reader sees it who looks at `now`.
    public init(
        _ post: Post, style: PostRowStyle = PostRowStyle(), now: Date = Date(), marking highlighter: Highlighter? = nil,
        target: SearchTarget = .all
    ) {
        self.post = post
        let row = PostRow(post, style: style, now: now)
        self.row = row
        marks = highlighter.map { PostMarks(of: row, $0, target: target) } ?? PostMarks()
    }

    /// The post's number.
    public var id: Post.ID { post.id }
}
