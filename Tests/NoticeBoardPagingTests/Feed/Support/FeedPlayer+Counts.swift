extension FeedPlayer {
    /// Counts what happened, so that a test can check that every case occurred.
    struct Counts: Sendable {
        var events = 0, loads = 0, cancelled = 0, late = 0, twice = 0, failed = 0, gaveUp = 0, chained = 0
        var inserted = 0, updated = 0, removed = 0, silent = 0, exact = 0, joined = 0, gapped = 0, reread = 0
        /// How often a list began in the middle.
        var begun = 0
        /// How often a gap stayed after it was loaded many times.
        var unfilled = 0
        /// How often a list with unannounced changes was compared with its service, and how often it differed.
        var compared = 0, different = 0
        /// How often such a list had deleted rows before it was restarted.
        var differentBefore = 0
        /// How often rows were missing in such a list.
        var incomplete = 0

        var all: [Int] {
            [
                events, loads, cancelled, late, twice, failed, gaveUp, chained, inserted, updated, removed, silent, exact,
                joined, gapped, reread,
            ]
        }

        static func + (left: Self, right: Self) -> Self {
            var sum = left
            sum.events += right.events
            sum.loads += right.loads
            sum.cancelled += right.cancelled
            sum.late += right.late
            sum.twice += right.twice
            sum.failed += right.failed
            sum.gaveUp += right.gaveUp
            sum.chained += right.chained
            sum.inserted += right.inserted
            sum.updated += right.updated
            sum.removed += right.removed
            sum.silent += right.silent
            sum.exact += right.exact
            sum.joined += right.joined
            sum.gapped += right.gapped
            sum.reread += right.reread
            sum.unfilled += right.unfilled
            sum.begun += right.begun
            sum.compared += right.compared
            sum.different += right.different
            sum.differentBefore += right.differentBefore
            sum.incomplete += right.incomplete
            return sum
        }
    }
}
