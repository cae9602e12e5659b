import NoticeBoardBase
import NoticeBoardPaging

/// The results of one query.
@MainActor final class SearchResults<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
    let query: SearchQuery
    let feed: Feed<Item>
    /// Publishes the screen's state whenever the results change.
    var following: StateObservation?

    init(_ query: SearchQuery, _ feed: Feed<Item>) {
        self.query = query
        self.feed = feed
    }

    /// Returns these results with the loading phases of another search.
    func state(whileLoading other: FeedState<Item>) -> FeedState<Item> {
        var state = feed.state
        state.refresh = other.refresh
        state.older = .idle
        state.isLoadingAll = other.isLoadingAll
        return state
    }
}
