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
    var itemsWithPost = FeedItems<Post>()
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
}
