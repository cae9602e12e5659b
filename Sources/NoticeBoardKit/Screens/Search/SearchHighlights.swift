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

/// The highlighted searches whose results a screen holds, by query.
@MainActor final class SearchHighlights {
    private struct Reference { weak var search: HighlightedSearch? }

    /// The number of characters for a match in the contents of a row, in searches to come.
    var matchLength: Int
    private var references: [SearchQuery: Reference] = [:]

    init(matchLength: Int) { self.matchLength = matchLength }

    /// The highlighted search of a query, as long as the screen holds its results.
    subscript(query: SearchQuery?) -> HighlightedSearch? { query.flatMap { references[$0]?.search } }

    /// Creates the highlighted search of a query; the caller holds it.
    func begin(_ query: SearchQuery, _ rules: SearchHighlighting) -> HighlightedSearch {
        let search = HighlightedSearch(rules, matchLength: matchLength)
        references = references.filter { $0.value.search != nil }
        references[query] = Reference(search: search)
        return search
    }
}
