import NoticeBoardBase
public import NoticeBoardKit

/// The result of a check.
public struct NewPosts: Sendable, Hashable {
    /// A post that is new since the last delivery.
    public struct Found: Sendable, Hashable {
        /// The board.
        public var board: Board.ID
        /// The post.
        public var post: Post
        /// Whether to notify the user: the title or the contents contain one of the words, or one of the authors wrote the post.
        public var isWanted: Bool
    }

    /// The new posts, newest first within each board.
    public var posts: [Found] = []
    /// The boards with new posts that this check did not reach; the next check continues there.
    public var unreached: [Board.ID] = []
    /// Why a board could not be read.
    public var failures: [Board.ID: NoticeBoardError] = [:]
    /// The records to store once the posts are delivered.
    var records: [Board.ID: NewPostRecord] = [:]

    /// The posts that contain a word or are by an author.
    public var wanted: [Found] { posts.filter(\.isWanted) }
}
