import NoticeBoardPaging

/// A round of reading: a pull, then every row appears once from the top to the end, every gap is filled, then another pull.
///
/// Each request is answered before the next act.
@MainActor struct ReadingRound {
    private let player: Player
    private var appeared: Set<Int> = []
    /// The gaps that did not close.
    private var skippedGaps: Set<PageGap<Int>> = []
    /// The number of acts without a row since the last one with a row.
    private var vainActs = 0

    /// The number of acts without a row that is a fault.
    private static let vainActsForFault = 5
    /// The number of acts without a row after which the reader gives up.
    private static let vainActsForGivingUp = 13

    init(_ player: Player) { self.player = player }

    private var state: FeedState<Row> { player.feed.state }
    private var limits: RequestLimits { player.limits }

    mutating func run() {
        player.seenPages.beginRound()
        step("pull", allowed: limits.refresh) { player.feed.refresh() }
        guard readDown() else { return }
        let hasEnd = state.end != nil || !state.gaps.isEmpty
        step("pull", allowed: limits.refresh) { player.feed.refresh() }
        if !hasEnd, player.network.isQuiet { player.fail(.noEnd, player.feed.listText) }
    }

    private func step(_ name: String, allowed: Int?, _ body: () -> Void) {
        player.beginReading(name)
        player.call(name, allowed: allowed, body)
        player.answerAll()
    }

    // MARK: - Down the list

    /// Reads to the end.
    ///
    /// Returns `false` if the list sends requests without an end.
    private mutating func readDown() -> Bool {
        // Each row needs one act, and a gap or an end a few. A list that never ends is left after more than that.
        let limit = 60 + 4 * player.service.count
        for _ in 0..<limit {
            if player.setup.fillsGapsInOrder, let gap = gapAboveNextRow {
                if !tap(gap) {
                    skippedGaps.insert(gap)
                    vainActs = 0
                }
                continue
            }
            if player.hasFailed(.tooManyRequests), !player.network.isQuiet { return false }
            guard readOn() else { break }
        }
        return true
    }

    /// The gap that is reached before a row that has not appeared.
    private var gapAboveNextRow: PageGap<Int>? {
        for entry in state.entries {
            switch entry {
            case .item(let row): if !appeared.contains(row.id) { return nil }
            case .gap(let gap): if !skippedGaps.contains(gap) { return gap }
            }
        }
        return nil
    }

    /// Lets the next row appear, or taps a gap, or tries to reach the end.
    ///
    /// Returns `false` if everything was read.
    private mutating func readOn() -> Bool {
        if let id = player.shownIDs.first(where: { !appeared.contains($0) }) {
            appeared.insert(id)
            step("row \(id) appears", allowed: limits.row) { player.feed.rowAppeared(id) }
            return true
        }
        if let gap = state.gaps.first { return tap(gap) }
        return state.end == nil ? tryToReachEnd() : false
    }

    /// Taps a gap.
    ///
    /// Returns `false` if it was tapped too often in vain.
    private mutating func tap(_ gap: PageGap<Int>) -> Bool {
        let rows = player.shownIDs
        let gaps = state.gaps
        step("gap \(gap.after.text)|\(gap.before.text)", allowed: limits.row) { player.feed.loadGap(gap) }
        return countAct(bringsRow: rows != player.shownIDs || gaps != state.gaps, .gapStays)
    }

    /// Lets the last row appear again, or loads more if that sends no request.
    ///
    /// Returns `false` if that was in vain too often.
    private mutating func tryToReachEnd() -> Bool {
        let rows = player.shownIDs
        let calls = player.network.callCount
        if let id = rows.last {
            step("last row \(id) appears again", allowed: limits.row) { player.feed.rowAppeared(id) }
        }
        if calls == player.network.callCount { step("loadMore", allowed: nil) { player.feed.loadMore() } }
        return countAct(bringsRow: rows != player.shownIDs, .endNotFound)
    }

    private mutating func countAct(bringsRow: Bool, _ faultClass: FaultClass) -> Bool {
        vainActs = bringsRow ? 0 : vainActs + 1
        if vainActs >= Self.vainActsForFault {
            player.fail(faultClass, "\(vainActs) times without a row: \(player.feed.listText)")
        }
        return vainActs < Self.vainActsForGivingUp
    }
}
