import NoticeBoardPaging

/// A record of a list's delivered items.
struct NewItemRecord<ID: Comparable & Hashable & Codable & Sendable>: Sendable, Hashable, Codable {
    /// A range of items that no check reached, between two delivered items.
    struct Gap: Sendable, Hashable, Codable {
        /// The delivered item above; `nil` if the head of the list was not read.
        var upper: ID?
        /// The delivered item below; `nil` if no item of the list was delivered.
        var lower: ID?
        /// The number of items above the gap when it was recorded.
        var above: Int
        /// Where the gap begins, for a service with cursors or page numbers.
        var position: PagePosition?
    }

    /// The highest delivered ID; `nil` if the list was empty at the first check.
    var top: ID?
    /// The gaps, newest first.
    var gaps: [Gap] = []

    /// Whether an item was delivered, or is older than the first check.
    func covers(_ id: ID) -> Bool {
        !isAboveTop(id) && !gaps.contains { gap in gap.lower.map { $0 < id } ?? true && gap.upper.map { id < $0 } ?? true }
    }

    /// Whether an item came after the last delivery.
    func isAboveTop(_ id: ID) -> Bool { top.map { id > $0 } ?? true }

    /// Returns the later one of two records.
    func later(_ other: Self) -> Self { other.top.map(isAboveTop) == true || other.top == top ? other : self }
}
