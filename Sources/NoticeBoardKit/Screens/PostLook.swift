public import Foundation
public import NoticeBoardPaging

/// How the posts of a list look: in which style, to a reader who looks at which moment.
///
/// All rows of a list are made by one look, so that no two of them mean different days by 어제.
public struct PostLook: Sendable, Hashable {
    /// The style.
    public var style: PostRowStyle
    /// The moment.
    public var now: Date

    /// A look.
    public init(style: PostRowStyle = PostRowStyle(), now: Date = Date()) {
        self.style = style
        self.now = now
    }

    /// The cell of a post.
    public func listed(_ post: Post) -> ListedPost { ListedPost(post, style: style, now: now) }

    /// The cells of a page.
    public func listed(_ page: Page<Post>) -> Page<ListedPost> {
        Page(items: page.items.map(listed), next: page.next, total: page.total, skipped: page.skipped)
    }

    /// Whether rows made by the one look are those made by the other: whatever the time, on the same day.
    func agrees(with other: PostLook) -> Bool {
        style == other.style && !style.date.changes(between: now, and: other.now)
    }
}
