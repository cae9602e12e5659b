/// Which posts were read, and the newest post of each board at the last visit.
///
/// Posts with higher IDs are newer. The size is limited: beyond 300 read posts of a board, all posts up to the oldest count as
/// read; beyond 60 boards, the ones that changed longest ago are forgotten.
package struct ReadLog: Sendable, Hashable {
    /// A change by the user, applied to the log on the screen and to the stored one.
    package typealias Change = @Sendable (inout ReadLog) -> Void

    /// The marks of a board.
    struct Entry: Sendable, Hashable {
        /// All posts up to this one count as read.
        var readUpTo: Post.ID?
        /// The newest post that was known when the present visit began.
        var lastTime: Post.ID?
        /// The newest post that was ever seen.
        var newest: Post.ID?
        /// The read posts above ``readUpTo``.
        var read: Set<Post.ID> = []
    }

    static let mostPosts = 300
    static let mostBoards = 60

    /// The boards, the last changed one at the end.
    private(set) var order: [Board.ID] = []
    private var entries: [Board.ID: Entry] = [:]

    /// Creates an empty log.
    package init() {}

    /// Whether there are no marks.
    package var isEmpty: Bool { entries.isEmpty }

    /// The marks of a board; assigning them makes it the last changed board.
    subscript(board: Board.ID) -> Entry {
        get { entries[board] ?? Entry() }
        set {
            guard newValue != entries[board] ?? Entry() else { return }
            order.removeAll { $0 == board }
            order.append(board)
            entries[board] = newValue.bounded
            if order.count > Self.mostBoards { entries[order.removeFirst()] = nil }
        }
    }

    /// Whether a post was read.
    package func isRead(_ post: Post.ID, on board: Board.ID) -> Bool {
        guard let entry = entries[board] else { return false }
        return entry.readUpTo.map { post <= $0 } == true || entry.read.contains(post)
    }

    /// Whether a post is newer than all posts of the previous visit, and unread; never on a first visit.
    package func isNew(_ post: Post.ID, on board: Board.ID) -> Bool {
        guard let entry = entries[board], let last = entry.lastTime else { return false }
        return post > last && !isRead(post, on: board)
    }

    /// The same for a post with a board ID, or else on `board`.
    func isRead(_ post: Post, on board: Board.ID?) -> Bool { (post.boardID ?? board).map { isRead(post.id, on: $0) } == true }
    func isNew(_ post: Post, on board: Board.ID?) -> Bool { (post.boardID ?? board).map { isNew(post.id, on: $0) } == true }

    // MARK: - Changing

    /// Notes that a post was read.
    package mutating func read(_ post: Post.ID, on board: Board.ID) {
        if !isRead(post, on: board) { self[board].read.insert(post) }
    }

    /// Notes that posts were seen in a list.
    package mutating func see(_ posts: some Sequence<Post.ID>, on board: Board.ID) {
        guard let newest = posts.max(), self[board].newest.map({ $0 < newest }) ?? true else { return }
        self[board].newest = newest
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
}

extension ReadLog.Entry {
    /// The marks without the posts that need not be listed one by one.
    fileprivate var bounded: Self {
        var entry = self
        if read.count > ReadLog.mostPosts {
            let oldest = read.sorted()[read.count - ReadLog.mostPosts - 1]
            entry.readUpTo = max(oldest, readUpTo ?? oldest)
        }
        if let readUpTo = entry.readUpTo { entry.read = entry.read.filter { $0 > readUpTo } }
        return entry
    }
}
