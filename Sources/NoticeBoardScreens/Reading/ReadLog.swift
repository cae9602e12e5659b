/// Which items were read, the newest item of each list at the last visit, and how many replies read items had.
///
/// Items with higher IDs are newer. The size is limited: beyond 300 read items of a list, all items up to the oldest count as read;
/// beyond 60 lists, the ones that changed longest ago are forgotten.
package struct ReadLog<
    List: Hashable & Codable & Sendable, ID: Comparable & Hashable & Codable & Sendable
>: Sendable, Hashable, Codable {
    /// A change by the user, applied to the log on the screen and to the stored one.
    package typealias Change = @Sendable (inout ReadLog) -> Void

    /// How many replies an item had when it was read last.
    package struct ReplyCount: Sendable, Hashable, Codable {
        let id: ID
        let count: Int
    }

    /// The marks of a list.
    package struct Entry: Sendable, Hashable, Codable {
        package let list: List
        /// All items up to this one count as read.
        package var readUpTo: ID?
        /// The newest item that was known when the present visit began.
        package var lastTime: ID?
        /// The newest item that was ever seen.
        package var newest: ID?
        /// The read items above ``readUpTo``, the oldest first.
        package var read: [ID] = []
        /// Whether the list was seen without items, so that every item is newer than that visit.
        package var wasEmpty: Bool?
        /// Whether the list was empty when the present visit began.
        package var wasEmptyLastTime: Bool?
        /// The replies of read items, those of the item that was read last at the end.
        package var replies: [ReplyCount]?

        package init(list: List, readUpTo: ID? = nil, lastTime: ID? = nil, newest: ID? = nil, read: [ID] = []) {
            self.list = list
            self.readUpTo = readUpTo
            self.lastTime = lastTime
            self.newest = newest
            self.read = read
        }

        /// The names in the file are those of boards and their posts, for which it was made.
        private enum CodingKeys: String, CodingKey {
            case list = "board"
            case readUpTo, lastTime, newest, read, wasEmpty, wasEmptyLastTime, replies
        }

        /// The marks without the items that need not be listed one by one.
        fileprivate var bounded: Self {
            var entry = self
            entry.read.sort()
            if read.count > ReadLog.mostItems {
                let oldest = entry.read[read.count - ReadLog.mostItems - 1]
                entry.readUpTo = max(oldest, readUpTo ?? oldest)
            }
            if let readUpTo = entry.readUpTo { entry.read.removeAll { $0 <= readUpTo } }
            if let replies { entry.replies = replies.suffix(ReadLog.mostItems) }
            return entry
        }
    }

    static var mostItems: Int { 300 }
    static var mostLists: Int { 60 }

    /// The marks, those of the last changed list at the end.
    package private(set) var entries: [Entry] = []

    /// Creates an empty log.
    package init() {}

    /// Whether there are no marks.
    package var isEmpty: Bool { entries.isEmpty }

    /// The marks of a list; changing them makes it the last changed list.
    package subscript(list: List) -> Entry {
        get { entries.last { $0.list == list } ?? Entry(list: list) }
        set {
            guard newValue != self[list] else { return }
            entries.removeAll { $0.list == list }
            entries.append(newValue.bounded)
            if entries.count > Self.mostLists { entries.removeFirst() }
        }
    }

    /// Whether an item was read.
    package func isRead(_ item: ID, in list: List) -> Bool {
        let entry = self[list]
        return entry.readUpTo.map { item <= $0 } == true || entry.read.contains(item)
    }

    /// Whether an item is newer than all items of the previous visit, and unread; never on a first visit.
    package func isNew(_ item: ID, in list: List) -> Bool {
        let entry = self[list]
        if let last = entry.lastTime { return item > last && !isRead(item, in: list) }
        return entry.wasEmptyLastTime == true && !isRead(item, in: list)
    }

    /// How many of an item's `count` replies came after it was read last; 0 if that is not known.
    package func newReplies(to item: ID, in list: List, count: Int) -> Int {
        let last = self[list].replies?.last { $0.id == item }
        // Counts are untrusted input: the difference of two that are not negative cannot overflow.
        return last.map { max(0, max(0, count) - max(0, $0.count)) } ?? 0
    }

    // MARK: - Changing

    /// Notes that an item was read, and how many replies it had.
    package mutating func markRead(_ item: ID, in list: List, replies: Int? = nil) {
        if !isRead(item, in: list) { self[list].read.append(item) }
        if let replies { noteReplies([(item, replies)], in: list) }
    }

    private mutating func noteReplies(_ counts: [(id: ID, count: Int)], in list: List) {
        guard !counts.isEmpty else { return }
        let ids = Set(counts.map(\.id))
        let others = (self[list].replies ?? []).filter { !ids.contains($0.id) }
        self[list].replies = others + counts.map { ReplyCount(id: $0.id, count: $0.count) }
    }

    /// Notes that items were seen in a list.
    package mutating func markShown(_ items: some Sequence<ID>, in list: List) {
        guard let newest = items.max(), self[list].newest.map({ $0 < newest }) ?? true else { return }
        self[list].newest = newest
    }

    /// Notes that a list has no items, so that every item is newer than this visit.
    package mutating func markEmpty(_ list: List) {
        if self[list].newest == nil { self[list].wasEmpty = true }
    }

    /// Begins a visit: the items known so far belong to the previous one.
    package mutating func beginVisit(of list: List) {
        if let newest = self[list].newest {
            self[list].lastTime = newest
        } else if self[list].wasEmpty == true {
            self[list].wasEmptyLastTime = true
        }
    }

    /// Marks every known item of a list as read, with the replies that items in sight had.
    package mutating func markAllRead(in list: List, replies: [ID: Int] = [:]) {
        noteReplies(replies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, in: list)
        let known = [self[list].newest, self[list].read.max(), self[list].readUpTo]
        guard let newest = known.compactMap(\.self).max() else { return }
        var entry = self[list]
        entry.readUpTo = newest
        entry.lastTime = newest
        self[list] = entry
    }

    /// Reads the marks of the lists, within the limits.
    package init(from decoder: any Decoder) throws {
        for entry in try [Entry](from: decoder) { self[entry.list] = entry }
    }

    package func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}
