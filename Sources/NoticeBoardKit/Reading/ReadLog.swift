/// Which posts were read, and the newest post of each board at the last visit.
///
/// Posts with higher IDs are newer. The size is limited: beyond 300 read posts of a board, all posts up to the oldest count as
/// read; beyond 60 boards, the ones that changed longest ago are forgotten.
package struct ReadLog: Sendable, Hashable, Codable {
    /// A change by the user, applied to the log on the screen and to the stored one.
    package typealias Change = @Sendable (inout ReadLog) -> Void

    /// The marks of a board.
    struct Entry: Sendable, Hashable, Codable {
        let board: Board.ID
        /// All posts up to this one count as read.
        var readUpTo: Post.ID?
        /// The newest post that was known when the present visit began.
        var lastTime: Post.ID?
        /// The newest post that was ever seen.
        var newest: Post.ID?
        /// The read posts above ``readUpTo``, the oldest first.
        var read: [Post.ID] = []

        /// The marks without the posts that need not be listed one by one.
        fileprivate var bounded: Self {
            var entry = self
            entry.read.sort()
            if read.count > ReadLog.mostPosts {
                let oldest = entry.read[read.count - ReadLog.mostPosts - 1]
                entry.readUpTo = max(oldest, readUpTo ?? oldest)
            }
            if let readUpTo = entry.readUpTo { entry.read.removeAll { $0 <= readUpTo } }
            return entry
        }
    }

    static let mostPosts = 300
    static let mostBoards = 60

    /// The marks, those of the last changed board at the end.
    private(set) var entries: [Entry] = []

    /// Creates an empty log.
    package init() {}

    /// Whether there are no marks.
    package var isEmpty: Bool { entries.isEmpty }

    /// The marks of a board; changing them makes it the last changed board.
    subscript(board: Board.ID) -> Entry {
        get { entries.last { $0.board == board } ?? Entry(board: board) }
        set {
            guard newValue != self[board] else { return }
            entries.removeAll { $0.board == board }
            entries.append(newValue.bounded)
            if entries.count > Self.mostBoards { entries.removeFirst() }
        }
    }

    /// Whether a post was read.
    package func isRead(_ post: Post.ID, on board: Board.ID) -> Bool {
        let entry = self[board]
        return entry.readUpTo.map { post <= $0 } == true || entry.read.contains(post)
    }

    /// Whether a post is newer than all posts of the previous visit, and unread; never on a first visit.
    package func isNew(_ post: Post.ID, on board: Board.ID) -> Bool {
        guard let last = self[board].lastTime else { return false }
        return post > last && !isRead(post, on: board)
    }

    /// The same for a post with a board ID, or else on `board`.
    func isRead(_ post: Post, on board: Board.ID?) -> Bool { (post.boardID ?? board).map { isRead(post.id, on: $0) } == true }
    func isNew(_ post: Post, on board: Board.ID?) -> Bool { (post.boardID ?? board).map { isNew(post.id, on: $0) } == true }

    // MARK: - Changing

    /// Notes that a post was read.
    package mutating func read(_ post: Post.ID, on board: Board.ID) {
        if !isRead(post, on: board) { self[board].read.append(post) }
    }

    /// Notes that posts were seen in a list.
    package mutating func see(_ posts: some Sequence<Post.ID>, on board: Board.ID) {
        guard let newest = posts.max(), self[board].newest.map({ $0 < newest }) ?? true else { return }
        self[board].newest = newest
    }

    /// Notes that a board has no posts, so that every post is newer than this visit.
    package mutating func seeNone(on board: Board.ID) {
        if self[board].newest == nil { self[board].newest = 0 }
    }

    /// Begins a visit: the posts known so far belong to the previous one.
    package mutating func open(_ board: Board.ID) {
        if let newest = self[board].newest { self[board].lastTime = newest }
    }

    /// Marks every known post of a board as read.
    package mutating func readAll(on board: Board.ID) {
        guard let newest = [self[board].newest, self[board].read.max(), self[board].readUpTo].compactMap(\.self).max() else {
            return
        }
        var entry = self[board]
        (entry.readUpTo, entry.lastTime) = (newest, newest)
        self[board] = entry
    }

    /// Reads the marks of the boards, within the limits.
    package init(from decoder: any Decoder) throws {
        for entry in try [Entry](from: decoder) { self[entry.board] = entry }
    }

    package func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}
