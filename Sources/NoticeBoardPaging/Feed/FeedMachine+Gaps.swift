import NoticeBoardBase

/// Loading gaps, one after the other.
extension FeedMachine {
    /// Requests the next page of a gap; during a refresh, or while another gap loads, the gap waits.
    ///
    /// An older page in flight is cancelled, and requested again later.
    mutating func startGap(_ requested: PageGap<Item.ID>, fromBelow: Bool = false) -> [Effect] {
        // The row above the gap may have changed since the screen showed it.
        guard let gap = content.gap(above: requested.before) else { return [] }
        isClosed = false
        guard !isRefreshing, ticket?.kind != .gap else {
            let isRunning = ticket?.kind == .gap && gap == gapLoads.current
            if !isRunning { gapLoads.enqueue(gap, fromBelow: fromBelow) }
            return []
        }
        if ticket?.kind == .older {
            state.older = .idle
            olderPages.isWanted = true
        }
        interruptReread()
        gapLoads.waiting.removeAll { $0.gap.before == gap.before }
        if fromBelow {
            let paused = gapLoads.pausedOffset(of: gap)
            gapLoads.pageBelow = GapPage(offset: paused ?? content.offsetAbove(gap))
        } else {
            gapLoads.pageBelow = nil
        }
        gapLoads.current = gap
        if let page = gapLoads.pageBelow { return cancel() + begin(.gap, at: .offset(page.offset)) }
        content.adjustWalk(into: gap)
        return cancel() + begin(.gap, at: content.walk(into: gap)?.position)
    }

    /// Starts the gap that waits longest.
    mutating func startWaitingGap() -> [Effect] {
        var effects: [Effect] = []
        while !isLoading, !isPaused, gapLoads.phase.failure == nil, !gapLoads.waiting.isEmpty, mayRequest {
            let next = gapLoads.waiting.removeFirst()
            effects += startGap(next.gap, fromBelow: next.fromBelow)
        }
        return effects
    }

    /// Loads the gap whose page is in flight later, because another load comes first.
    mutating func interruptGap() {
        guard ticket?.kind == .gap, let gap = gapLoads.current else { return }
        gapLoads.waiting.insert(GapLoads.Waiting(gap: gap, fromBelow: gapLoads.pageBelow != nil), at: 0)
    }

    /// Adds the page of the gap that is loading.
    mutating func takeGap(_ page: Page<Item>) -> [Effect] {
        guard let gap = gapLoads.current.flatMap({ content.gap(above: $0.before) }) else { return end(in: .idle) }
        if content.isOutdated {
            // A page that was stored before the loaded rows does not show which rows are in the gap now.
            let failure = page.networkFailure ?? NoticeBoardError(.noNetwork, "A page stored before the rows cannot fill a gap.")
            return end(in: .failed(failure))
        }
        // Rows in doubt beside the gap may be reloaded again: this page may show what is around them.
        rereads.done.subtract(content.rowsInDoubt(beside: gap))
        if let requested = gapLoads.pageBelow { return takeGapFromBelow(gap, page, requested) }
        let result = change {
            $0.replaceItems(by: page)
            return $0.fill(gap, with: page)
        }
        gapLoads.current = content.gap(above: gap.before)
        let gapWalk = gapLoads.current.flatMap(content.walk(into:))
        if result.looksElsewhere, budget.left > 0, let gapWalk { return requestNext(at: gapWalk.position) }
        if let failure = result.failure { return end(in: .failed(failure)) }
        // The load ends with the first page that has new rows, and goes on after one that has none.
        guard !result.hasNewRows, mayRequest, let gapWalk else { return end(in: .idle) }
        if let ticket, ticket.page < Self.maximumQuietPages { return requestNext(at: gapWalk.position) }
        // While everything is loaded, this is the only limit.
        state.isLoadingAll = false
        return end(in: .failed(NoticeBoardError(.endlessList, "The rows in a gap were not found.")))
    }

    /// The maximum number of pages without new rows of one load of a gap.
    private static var maximumQuietPages: Int { 200 }

    /// Adds a page that was requested for the gap's lower end; goes on until it has found the row below the gap.
    private mutating func takeGapFromBelow(_ gap: PageGap<Item.ID>, _ page: Page<Item>, _ requested: GapPage) -> [Effect] {
        let countBefore = content.items.count
        switch change({ $0.fillFromBelow(gap, with: page, at: requested.offset) }) {
        case .filled(let below):
            gapLoads.current = content.gap(above: below)
            let known = page.items.count - (content.items.count - countBefore)
            // If the list has moved, most rows of the page were loaded already.
            let isMostlyKnown = known * 2 > page.items.count
            guard gapLoads.current != nil, isMostlyKnown, requested.offset > 0, requested.triesLeft > 0, mayRequest else {
                return end(in: .idle)
            }
            return requestBelow(requested.next(at: max(0, requested.offset - known + 1)))
        case .elsewhere(let offset) where requested.triesLeft > 0 && offset != requested.offset:
            return requestBelow(requested.next(at: offset))
        case .elsewhere, .lost:
            // The row below was not found, but the gap can be filled from above.
            gapLoads.pageBelow = nil
            guard mayRequest, let gapWalk = content.walk(into: gap) else { return end(in: .idle) }
            return requestNext(at: gapWalk.position)
        }
    }

    /// Requests another page for the gap's lower end, now or with the next tap.
    private mutating func requestBelow(_ page: GapPage) -> [Effect] {
        gapLoads.pageBelow = page
        if mayRequest { return requestNext(at: .offset(page.offset)) }
        gapLoads.pageBelow?.isPaused = true
        return end(in: .idle)
    }
}
