public import NoticeBoardKit

/// What a check found.
public struct NewPosts: Sendable, Hashable {
    /// A post that is new since the last delivery.
    public struct Found: Sendable, Hashable {
        /// The board.
        public var board: Board.ID
        /// The post.
        public var post: Post
        /// Whether the title or the contents contain one of the words.
        public var containsWord: Bool
        /// Whether one of the authors wrote it.
        public var isByAuthor: Bool

        /// Whether the post is worth telling the user: a word or an author fits.
        public var isWanted: Bool { containsWord || isByAuthor }
    }

    /// The new posts, newest first within each board.
    public var posts: [Found] = []
    /// The boards of which new posts are left that the check did not reach; the next check goes on there.
    public var unreached: [Board.ID] = []
    /// Why a board could not be read.
    public var failures: [Board.ID: NoticeBoardError] = [:]
    /// What is recorded when the posts are delivered.
    var records: [Board.ID: NewPostRecord] = [:]

    /// Creates an empty result.
    public init() {}

    /// The posts that contain a word or are by an author.
    public var wanted: [Found] { posts.filter(\.isWanted) }
}

/// Which posts of a board were delivered.
struct NewPostRecord: Sendable, Hashable, Codable {
    /// A part of the board that no check reached: the posts with numbers between two that were delivered.
    struct Gap: Sendable, Hashable, Codable {
        var upper: Post.ID
        var lower: Post.ID
        /// How many posts were above the gap when it was left.
        var above: Int
    }

    /// The highest number that was delivered.
    var top: Post.ID
    /// Newest first.
    var gaps: [Gap] = []

    /// Whether a post has been delivered, or is older than every check.
    func covers(_ id: Post.ID) -> Bool { id <= top && !gaps.contains { $0.lower < id && id < $0.upper } }

    /// Returns the record after a later delivery; of two processes that delivered at once the one that knows newer posts counts.
    func joined(with later: NewPostRecord) -> NewPostRecord { later.top >= top ? later : self }
}
