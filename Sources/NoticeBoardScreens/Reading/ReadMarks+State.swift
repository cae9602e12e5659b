public import NoticeBoardBase

extension ReadMarks {
    /// The items of a list that were shown since its visit began: the newest 100.
    package struct Shown: Sendable, Equatable {
        package private(set) var items: Set<ID> = []
        /// The numbers of their replies, if known.
        package private(set) var replies: [ID: Int] = [:]

        package init(_ items: Set<ID> = [], replies: [ID: Int] = [:]) {
            self.items = items
            self.replies = replies
        }

        mutating func add(_ added: [ID], replies addedReplies: [ID: Int]) {
            items = Set(items.union(added).sorted().suffix(100))
            replies.merge(addedReplies) { $1 }
            replies = replies.filter { items.contains($0.key) }
        }
    }

    /// The read items of this device, and the new ones since the last visit.
    public struct State: Sendable, Equatable {
        /// What was read.
        package var log = ReadLog<List, ID>()
        /// Why the marks could not be read or stored; `retry()` repeats it.
        public var failure: NoticeBoardError?
        /// What each list showed since its visit began.
        package var shown: [List: Shown] = [:]
        /// The lists that were visited or shown since their flags were loaded.
        package var visited: Set<List> = []

        /// Creates a state without marks.
        public init() {}

        /// Creates a state by hand, for a preview or a test.
        ///
        /// - Parameters:
        ///   - read: The read items of each list, with the number of replies they had then.
        ///   - lastVisit: The newest item at the previous visit of each list.
        ///   - shown: The items that lists show, with the number of their replies.
        ///   - failure: Why the marks could not be read or stored.
        public init(
            read: [List: [ID: Int]] = [:], lastVisit: [List: ID] = [:], shown: [List: [ID: Int]] = [:],
            failure: NoticeBoardError? = nil
        ) {
            for (list, item) in lastVisit {
                log.markShown([item], in: list)
                log.beginVisit(of: list)
            }
            for (list, items) in read {
                for (item, count) in items { log.markRead(item, in: list, replies: count) }
            }
            self.shown = shown.mapValues { Shown(Set($0.keys), replies: $0) }
            self.failure = failure
        }

        package init(log: ReadLog<List, ID>, seen: [List: Set<ID>] = [:]) {
            self.log = log
            shown = seen.mapValues { Shown($0) }
        }

        /// Whether an item was read on this device.
        public func isRead(_ item: ID, in list: List) -> Bool { log.isRead(item, in: list) }

        /// Whether an item is new since the previous visit of its list and unread.
        public func isNew(_ item: ID, in list: List) -> Bool { log.isNew(item, in: list) }

        /// The number of new, unread items that a list showed; at most 100.
        public func newCount(in list: List) -> Int { shown[list]?.items.count { log.isNew($0, in: list) } ?? 0 }

        /// How many of an item's `count` replies came after it was read last; 0 if it was not read, or without a count.
        public func newReplies(to item: ID, in list: List, count: Int) -> Int {
            log.newReplies(to: item, in: list, count: count)
        }

        /// The number of new replies to the read items that a list showed.
        public func newReplies(in list: List) -> Int {
            (shown[list]?.replies ?? [:]).reduce(0) { sum, item in
                let (next, overflow) = sum.addingReportingOverflow(log.newReplies(to: item.key, in: list, count: item.value))
                return overflow ? .max : next
            }
        }
    }
}
