import NoticeBoardScreens
import NoticeBoardSearch

/// The matches of a query in the posts that it found.
final class HighlightedSearch: Sendable {
    let rules: SearchHighlighting
    /// The number of characters for a match in the contents of a row.
    let matchLength: Int

    init(_ rules: SearchHighlighting, matchLength: Int) {
        self.rules = rules
        self.matchLength = matchLength
    }

    // A page may keep the rules for as long as it shows one of the posts.
    deinit { rules.end() }

    /// Whether a changed post stays among the results: the search still finds it.
    func keeps(_ post: Post, of query: SearchQuery, _ change: PostChange, _ former: Post?) -> Bool {
        guard post.boardID == nil || post.boardID == query.board else { return false }
        if rules.finds(post, length: matchLength) { return true }
        // A service may find posts in which nothing can be highlighted.
        if case .edited = change, let former { return !rules.finds(former, length: matchLength) }
        return false
    }
}
