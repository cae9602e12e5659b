/// Which posts were read, and what was the newest on each board when it was opened last: a value.
///
/// Posts with higher numbers are taken for newer ones. Two logs of one account come together without losing anything of either,
/// in whatever order, so that two processes may write one.
///
/// It is bounded: of very many posts that were read on a board the oldest are forgotten, and everything as old counts as read;
/// of very many boards those that were not opened for longest are forgotten.
public struct ReadLog: Sendable, Hashable {
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
    public init() {}

    /// Whether nothing is known of any board.
    public var isEmpty: Bool { entries.isEmpty }

    subscript(board: Board.ID) -> Entry { entries[board] ?? Entry() }

    /// Whether a post was read.
    public func isRead(_ post: Post.ID, on board: Board.ID) -> Bool {
        guard let entry = entries[board] else { return false }
        return entry.readUpTo.map { post <= $0 } == true || entry.read.contains(post)
    }

    /// Whether a post came since the board was opened the last time before this, and was not read; never the first time.
    public func isNew(_ post: Post.ID, on board: Board.ID) -> Bool {
        guard let entry = entries[board], let last = entry.lastTime else { return false }
        return post > last && !isRead(post, on: board)
    }

    /// The same of a post on the board that it names, or else on `board`; no on neither.
    func isRead(_ post: Post, on board: Board.ID?) -> Bool { (post.boardID ?? board).map { isRead(post.id, on: $0) } == true }
    func isNew(_ post: Post, on board: Board.ID?) -> Bool { (post.boardID ?? board).map { isNew(post.id, on: $0) } == true }

    // MARK: - Changing

    /// Takes note that a post was read; gives what is to be kept of that.
    @discardableResult public mutating func read(_ post: Post.ID, on board: Board.ID) -> ReadLog {
        if isRead(post, on: board) { return ReadLog() }
        return change(board, Entry(read: [post]))
    }

    /// Takes note that posts were seen in a list; gives what is to be kept of that.
    @discardableResult public mutating func see(_ posts: some Sequence<Post.ID>, on board: Board.ID) -> ReadLog {
        guard let newest = posts.max(), self[board].newest.map({ $0 < newest }) ?? true else { return ReadLog() }
        return change(board, Entry(newest: newest))
    }

    /// Takes note that a board is opened, so that what was known of it is from last time; gives what is to be kept of that.
    @discardableResult public mutating func open(_ board: Board.ID) -> ReadLog {
        guard let newest = self[board].newest, self[board].lastTime != newest else { return ReadLog() }
        return change(board, Entry(lastTime: newest))
    }

    /// Takes note that everything on a board that is known of was read; gives what is to be kept of that.
    @discardableResult public mutating func readAll(on board: Board.ID) -> ReadLog {
        let newest = max(self[board].newest ?? .min, self[board].read.max() ?? .min)
        guard newest > .min, self[board].readUpTo != newest else { return ReadLog() }
        return change(board, Entry(readUpTo: newest, lastTime: newest))
    }

    private mutating func change(_ board: Board.ID, _ entry: Entry) -> ReadLog {
        var change = ReadLog()
        change.put(entry, on: board)
        merge(change)
        return change
    }

    /// Adds what another one knows.
    public mutating func merge(_ other: ReadLog) {
        for board in other.order { put(other[board], on: board) }
    }

    mutating func put(_ other: Entry, on board: Board.ID) {
        if order.last != board {
            order.removeAll { $0 == board }
            order.append(board)
        }
        entries[board, default: Entry()].merge(other)
        if order.count > Self.mostBoards { entries[order.removeFirst()] = nil }
    }
}

extension ReadLog.Entry {
    fileprivate mutating func merge(_ other: Self) {
        readUpTo = Self.newer(readUpTo, other.readUpTo)
        lastTime = Self.newer(lastTime, other.lastTime)
        newest = Self.newer(newest, other.newest)
        read.formUnion(other.read)
        if read.count > ReadLog.mostPosts {
            let oldest = read.sorted().prefix(read.count - ReadLog.mostPosts)
            readUpTo = Self.newer(readUpTo, oldest.last)
        }
        if let readUpTo { read = read.filter { $0 > readUpTo } }
    }

    private static func newer(_ one: Post.ID?, _ other: Post.ID?) -> Post.ID? {
        guard let one, let other else { return one ?? other }
        return max(one, other)
    }
}
