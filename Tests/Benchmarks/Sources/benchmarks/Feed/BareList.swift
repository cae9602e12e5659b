/// A hand-written list for rows of one type that only needs a refresh: no changes, no gaps, no
/// totals, no anchor.
struct BareList {
    private(set) var rows: [FeedRow]
    /// The rows in the service's order.
    private var sequence: [Int]
    /// What a further page must not bring again.
    private var known: Set<Int>
    private let precedes: ((FeedRow, FeedRow) -> Bool)?

    init(
        _ rows: [FeedRow], sequence: [Int], precedes: ((FeedRow, FeedRow) -> Bool)?
    ) {
        (self.rows, self.sequence, self.precedes) = (rows, sequence, precedes)
        known = Set(sequence)
    }

    /// Puts the newest page above the loaded items.
    mutating func join(_ head: [FeedRow]) {
        guard let last = head.last, let index = sequence.firstIndex(of: last.id) else { return }
        let gone = Set(sequence[...index])
        known.subtract(gone)
        known.formUnion(head.lazy.map(\.id))
        sequence.replaceSubrange(...index, with: head.map(\.id))
        guard let precedes else { return rows.replaceSubrange(...index, with: head) }
        var new = head.sorted(by: precedes)[...]
        var merged: [FeedRow] = []
        merged.reserveCapacity(rows.count + head.count)
        for row in rows where !gone.contains(row.id) {
            while let first = new.first, !precedes(row, first) { merged.append(new.removeFirst()) }
            merged.append(row)
        }
        rows = merged + new
    }
}
