import NoticeBoardPaging

/// Whether a list is visible, and the request that loads the next board then.
struct ListOpening {
    /// Whether the list is visible, so that opening a board loads it.
    private(set) var isVisible = false
    /// The request for the next board: a position or all posts, if these were requested without a board.
    private(set) var request = FeedRequest<Post.ID>.open

    /// Follows whether the list is visible.
    mutating func follow(_ request: FeedRequest<Post.ID>) {
        switch request {
        case .open, .openAt, .refresh, .all: isVisible = true
        case .close, .reset: self = ListOpening()
        default: break
        }
    }

    /// Keeps a request that was made without a board.
    mutating func keep(_ request: FeedRequest<Post.ID>) {
        switch request {
        case .openAt, .all: self.request = request
        default: break
        }
    }

    /// The next board is opened like any other.
    mutating func forgetRequest() { request = .open }
}
