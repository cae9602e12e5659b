/// Which posts were read, and which was the newest on each board when it was opened last: a value.
///
/// Posts with higher numbers are taken for newer ones.
///
/// It is bounded: of very many posts that were read on a board the oldest are forgotten, and everything as old counts as read;
/// of very many boards those that were not opened for longest are forgotten.
package struct ReadLog: Sendable, Hashable {
    /// Something that a user did, to be applied to what is known on the screen and to what is stored.
    package typealias Change = @Sendable (inout ReadLog) -> Void

    /// What is known of a board.
    struct Entry: Sendable, Hashable {
        /// Up to this post everything counts as read.
        var readUpTo: Post.ID?
        /// The newest post that was known when the board was opened last.
        var lastTime: Post.ID?
        /// The newest post that was ever seen there.
        var newest: Post.ID?
        /// What was read above ``readUpTo``.
        var read: Set<Post.ID> = []
    }

    static let mostPosts = 300
    static let mostBoards = 60

    /// The boards, those that were changed last at the end.
    private(set) var order: [Board.ID] = []
    private var entries: [Board.ID: Entry] = [:]

    /// Nothing was read.
    package init() {}

    /// Whether nothing is known of any board.
    package var isEmpty: Bool { entries.isEmpty }

    /// What is known of a board; assigning it makes it the board that was changed last.
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

    /// Whether a post is newer than the newest that was known at the last visit before this, and unread; never on a first visit.
    package func isNew(_ post: Post.ID, on board: Board.ID) -> Bool {
        guard let entry = entries[board], let last = entry.lastTime else { return false }
        return post > last && !isRead(post, on: board)
    }

    /// The same of a post on the board that it names, or else on `board`; no on neither.
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

    /// Notes that a board is opened, so that what was known of it is from last time.
    package mutating func open(_ board: Board.ID) {
        if let newest = self[board].newest { self[board].lastTime = newest }
    }

    /// Notes that everything on a board that is known of was read.
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
    /// The same without the posts that need not be listed one by one.
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
