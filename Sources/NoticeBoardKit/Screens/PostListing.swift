package import NoticeBoardPaging

/// The state of a list from which posts are opened.
package protocol PostListing: Sendable, Equatable {
    /// The state of the list.
    var feed: FeedState<Post> { get }
    /// How the rows look, with the matches of a search.
    var builder: PostRowBuilder { get }
}
