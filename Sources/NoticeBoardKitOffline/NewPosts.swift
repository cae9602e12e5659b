public import NoticeBoardBase
public import NoticeBoardKit
import NoticeBoardOffline

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

        /// Creates a result by hand, for a preview or a test.
        public init(board: Board.ID, post: Post, isWanted: Bool = true) {
            self.board = board
            self.post = post
            self.isWanted = isWanted
        }
    }

    /// The new posts, newest first within each board.
    public var posts: [Found]
    /// The boards with new posts that this check did not reach; the next check continues there.
    public var unreached: [Board.ID]
    /// Why a board could not be read.
    public var failures: [Board.ID: NoticeBoardError]
    /// What the check found, to record it once the posts are delivered.
    var found = Uncompared(NewItems<Post>())

    /// Creates a result by hand, for a preview or a test.
    public init(posts: [Found] = [], unreached: [Board.ID] = [], failures: [Board.ID: NoticeBoardError] = [:]) {
        self.posts = posts
        self.unreached = unreached
        self.failures = failures
    }

    init(_ found: NewItems<Post>) {
        let posts = found.items.compactMap { new in
            Board.ID(new.list).map { Found(board: $0, post: new.item, isWanted: new.isWanted) }
        }
        let failures = found.failures.compactMap { list, error in Board.ID(list).map { ($0, error) } }
        self.init(
            posts: posts, unreached: found.unreached.compactMap { Board.ID($0) },
            failures: Dictionary(failures, uniquingKeysWith: { first, _ in first }))
        self.found = Uncompared(found)
    }

    /// The posts that contain a word or are by an author.
    public var wanted: [Found] { posts.filter(\.isWanted) }
}
