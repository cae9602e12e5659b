public import NoticeBoardPaging

/// The state of a list from which posts are opened.
public protocol PostListing: FeedStateProviding where Item == Post {
    /// How its rows look, with what a search marks in them.
    var look: PostRowBuilder { get }
}
