import NoticeBoardBase
public import NoticeBoardScreens

/// Which posts were read on this device, and which are new since the last visit; all screens of an account share one object.
///
/// ```swift
/// let marks = PostMarks(FilePostMarks(directory: folder, scope: account))
/// let menu = BoardMenu(service: client, selection: selection, marks: marks)
/// let list = PostList(service: client, selection: selection, marks: marks)
/// marks.markRead(post)                          // updates every row and the menu before it returns
/// marks.markAllRead(in: board.id)
/// ```
///
/// Opening a post on a ``PostPage`` marks it as read, with the number of its comments: a row says how many came since. A
/// ``PostList`` begins visits and notes what it shows.
public typealias PostMarks = ReadMarks<Board.ID, Post.ID>

/// Keeps the read marks of posts in a small file, which survives crashes, full disks and other processes.
public typealias FilePostMarks = FileReadMarks<Board.ID, Post.ID>

/// The read marks of posts.
package typealias PostReadLog = ReadLog<Board.ID, Post.ID>

extension ReadMarks where List == Board.ID, ID == Post.ID {
    /// Marks a post as read; `board` is for a post without a board ID.
    public func markRead(_ post: Post, in board: Board.ID? = nil) {
        guard let board = post.boardID ?? board else { return }
        markRead(post.id, in: board, replies: post.knownCommentCount)
    }

    /// Notes that posts of a board were shown, with the numbers of their comments.
    func markShown(_ posts: [Post], in board: Board.ID) {
        let comments = posts.compactMap { post in post.knownCommentCount.map { (post.id, $0) } }
        markShown(posts.map(\.id), in: board, replies: Dictionary(comments, uniquingKeysWith: { $1 }))
    }
}

extension Post {
    /// The number of comments; `nil` for 0, since the server may not say how many there are.
    fileprivate var knownCommentCount: Int? { commentCount > 0 ? commentCount : nil }
}

extension ReadMarks.State where List == Board.ID, ID == Post.ID {
    /// Whether a post was read on this device; `board` is for a post without a board ID.
    public func isRead(_ post: Post, in board: Board.ID? = nil) -> Bool { log.isRead(post, in: board) }

    /// Whether a post is new since the previous visit of its board and unread.
    public func isNew(_ post: Post, in board: Board.ID? = nil) -> Bool { log.isNew(post, in: board) }

    /// How many comments came to a post after it was read last; 0 if it was not read.
    public func newComments(on post: Post, in board: Board.ID? = nil) -> Int { log.newComments(on: post, in: board) }
}

extension ReadLog where List == Board.ID, ID == Post.ID {
    /// Whether a post with a board ID, or else on `board`, was read.
    package func isRead(_ post: Post, in board: Board.ID?) -> Bool {
        (post.boardID ?? board).map { isRead(post.id, in: $0) } == true
    }

    /// Whether a post with a board ID, or else on `board`, is new.
    package func isNew(_ post: Post, in board: Board.ID?) -> Bool {
        (post.boardID ?? board).map { isNew(post.id, in: $0) } == true
    }

    /// How many comments came to a post after it was read last.
    package func newComments(on post: Post, in board: Board.ID?) -> Int {
        (post.boardID ?? board).map { newReplies(to: post.id, in: $0, count: post.commentCount) } ?? 0
    }
}
