import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardSearch

/// The results of one query.
@MainActor final class Results {
    let query: SearchQuery
    let marking: HighlightRules
    let posts: Feed<Post>
    /// The number of characters for a match in the contents of a row.
    private let matchLength: Int
    /// Publishes the screen's state whenever the posts change.
    var following: StateObservation?

    init(_ query: SearchQuery, _ marking: HighlightRules, matchLength: Int, _ posts: Feed<Post>) {
        self.query = query
        self.marking = marking
        self.matchLength = matchLength
        self.posts = posts
    }

    // A page may keep the rules for as long as it shows one of the posts.
    deinit { marking.end() }

    /// Returns these results with the loading phases of another search.
    func state(whileLoading feed: FeedState<Post>) -> FeedState<Post> {
        var state = posts.state
        state.refresh = feed.refresh
        state.older = .idle
        state.isLoadingAll = feed.isLoadingAll
        return state
    }

    /// Keeps a changed post if the search still finds it, and removes it otherwise.
    func apply(_ change: PostChange) {
        posts.edit { [query, marking, matchLength] shown in
            change.edits(in: shown) { post in
                guard post.boardID == nil || post.boardID == query.board else { return false }
                if marking.finds(post, length: matchLength) { return true }
                // A service may find posts in which nothing can be highlighted.
                if case .edited = change, let old = shown[id: post.id] { return !marking.finds(old, length: matchLength) }
                return false
            }
        }
    }
}
