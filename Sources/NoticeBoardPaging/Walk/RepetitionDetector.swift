/// Detects a service that returns the same items under ever new positions.
struct RepetitionDetector<ID: Hashable & Sendable>: Sendable {
    /// How many pages without a new item are read; filters, or posts that arrive between two pages, can cause a few.
    private static var mostQuietPages: Int { 100 }
    /// How many copies of one page are read; with an unchanged total, they show that the service ignores the position.
    private static var mostCopies: Int { 3 }

    private struct Face: Sendable, Equatable {
        let first, last: ID
        let count: Int
        let total: Int
    }

    private var quiet = 0
    private var copies = 0
    private var face: Face?

    /// Whether there were too many pages without a new item.
    mutating func isRepeating(first: ID?, last: ID?, count: Int, total: Int?, isNew: Bool) -> Bool {
        quiet = isNew ? 0 : quiet + 1
        var seen: Face?
        if let first, let last, let total { seen = Face(first: first, last: last, count: count, total: total) }
        copies = seen != nil && seen == face && !isNew ? copies + 1 : 0
        face = seen
        guard quiet >= Self.mostQuietPages || copies >= Self.mostCopies else { return false }
        (quiet, copies) = (0, 0)
        return true
    }
}
