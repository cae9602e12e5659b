import NoticeBoardPaging
import NoticeBoardSearch

/// Makes cells of what a search found, with what it found marked.
struct SearchCells: Sendable {
    private let look: PostLook
    private let highlighter: Highlighter
    private let target: SearchTarget

    init(of query: SearchQuery, marking: Highlighter.Options, look: PostLook) {
        self.look = look
        highlighter = Highlighter(query.keyword, options: marking)
        target = query.target
    }

    /// The cell of a post.
    func listed(_ post: Post) -> ListedPost {
        ListedPost(post, style: look.style, now: look.now, marking: highlighter, target: target)
    }

    /// The cells of a page.
    func listed(_ page: Page<Post>) -> Page<ListedPost> {
        Page(items: page.items.map(listed), next: page.next, total: page.total, skipped: page.skipped)
    }

    /// The same posts in cells of this look.
    func listed(anew items: [ListedPost]) -> [ListedPost] { items.map { listed($0.post) } }
}
