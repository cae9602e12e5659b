import NoticeBoardBase
import NoticeBoardPaging

/// The list from which the post of a page was opened.
@MainActor final class PostPageList {
    /// A post that was opened and that the list does not have yet.
    struct Wanted {
        let id: Post.ID
        /// How many more pages may be loaded to find it.
        var pagesLeft = 10
    }

    /// The list as it was last.
    var listing: any PostListing
    /// The items when they last had the page's post: its neighbors there stay its neighbors after it is gone.
    private var itemsWithPost = FeedItems<Post>()
    /// The post to look for; `nil` once the page shows it.
    var wanted: Wanted?
    /// Follows the list until the page leaves it.
    var following: StateObservation?
    /// Sends a request to the list, and retains it.
    let send: @MainActor (FeedRequest<Post.ID>) -> Void

    /// The list of a screen, in which the page looks for a post.
    init<Screen: FeedScreen>(of screen: Screen, wanted: Post.ID) where Screen.State: PostListing, Screen.Item == Post {
        listing = screen.state
        send = { screen.send($0) }
        self.wanted = Wanted(id: wanted)
    }

    /// Whether a refresh or a gap failed, without which the list may load no older page.
    var isBlocked: Bool {
        let feed = listing.feed
        return feed.refresh.failure != nil || feed.gapPhases.values.contains { $0.failure != nil }
    }

    /// Returns the index of the page's post; `nil` if the list does not have it.
    func index(of id: Post.ID) -> Int? {
        let items = listing.feed.items
        guard let index = items.index(id: id) else { return nil }
        itemsWithPost = items
        return index
    }

    /// Returns the index of the post below one that is gone.
    func indexBelowMissing(_ id: Post.ID) -> Int { listing.feed.items.indexOfMissing(id, of: itemsWithPost) }
}

extension FeedItems<Post> {
    /// Returns where a post that left the list would be: above the nearest row below it that is still there, or else below the
    /// nearest one above it.
    fileprivate func indexOfMissing(_ id: Post.ID, of former: Self) -> Int {
        let start = former.index(id: id) ?? 0
        if let below = former[start...].first(where: { contains(id: $0.id) }) { return index(id: below.id) ?? 0 }
        let above = former[..<start].last { contains(id: $0.id) }
        return above.flatMap { index(id: $0.id) }.map { $0 + 1 } ?? 0
    }
}
