public import NoticeBoardKit
public import NoticeBoardOffline

/// The posts of a mirror that match a search, found as they are requested.
///
/// Leaving the loop, or cancelling its task, ends the search after the current part. A second loop continues where the first one
/// stopped.
public typealias MirrorSearch = ItemSearch<Post>

/// A stored post that matches a search.
public typealias MirrorMatch = ItemMatch<Post>

extension MirrorMatch {
    /// The board.
    public var board: Board.ID {
        get { Board.ID(listName: list) }
        set { list = newValue.listName }
    }
    /// The post.
    public var post: Post {
        get { item }
        set { item = newValue }
    }

    /// Creates a match by hand, for a preview or a test.
    public init(board: Board.ID, post: Post) { self.init(list: board.listName, item: post) }
}
