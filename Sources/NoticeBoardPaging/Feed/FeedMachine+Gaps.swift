import NoticeBoardBase

/// Loading gaps, one after the other.
extension FeedMachine {
    /// Requests the next page of a gap, after a running refresh or another gap's page; an older page in flight is requested
    /// again later.
    mutating func startGap(_ wanted: PageGap<Item.ID>, fromBelow: Bool = false) -> [Effect] {
        guard let gap = content.gap(above: wanted.before), content.bridge(of: gap) != nil else { return [] }
        isClosed = false
        guard !isRefreshing, ticket?.kind != .gap else {
            if !gapLoads.waiting.contains(where: { $0.gap.before == gap.before }), ticket?.kind != .gap || gap != gapLoads.current
            {
                gapLoads.waiting.append(GapLoads.Waiting(gap: gap, fromBelow: fromBelow))
            }
            return []
        }
        if ticket?.kind == .older {
            state.older = .idle
            olderPages.isWanted = true
        }
        gapLoads.waiting.removeAll { $0.gap.before == gap.before }
        // A tap continues where the one before stopped.
        var paused: GapPage?
        if gapLoads.current == gap, let page = gapLoads.pageBelow, page.isPaused { paused = page }
        gapLoads.current = gap
        gapLoads.pageBelow = fromBelow ? GapPage(offset: paused?.offset ?? content.offsetAbove(gap)) : nil
        if let page = gapLoads.pageBelow { return cancel() + begin(.gap, at: .offset(page.offset)) }
        content.followTotal(into: gap)
        return cancel() + begin(.gap, at: content.bridge(of: gap)?.position)
    }

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

    mutating func takeGap(_ page: Page<Item>) -> [Effect] {
        guard let gap = gapLoads.current.flatMap({ content.gap(above: $0.before) }) else { return end(in: .idle) }
        if content.isOutdated {
            // A page that was stored on the device does not show which rows are in the gap now.
            let failure = page.networkFailure ?? NoticeBoardError(.noNetwork, "A stored page cannot fill a gap.")
            return end(in: .failed(failure))
        }
        // The page may show the rows around these, which their own reload did not.
        rereads.done.subtract(content.rowsInDoubt(beside: gap))
        if let requested = gapLoads.pageBelow { return takeGapFromBelow(gap, page, requested) }
        let result = change {
            $0.replaceItems(by: page)
            return $0.fill(gap, with: page)
        }
        gapLoads.current = content.gap(above: gap.before)
        let bridge = gapLoads.current.flatMap(content.bridge)
        if result.isElsewhere, budget.left > 0, let bridge { return goOn(at: bridge.position) }
        if let failure = result.failure { return end(in: .failed(failure)) }
        // As with older pages, a page without new items does not end the load.
        guard !result.isLonger, mayRequest, let bridge else { return end(in: .idle) }
        if let ticket, ticket.page < Self.maximumQuietPages { return goOn(at: bridge.position) }
        // Without a limit of requests, pages that show nothing new would be read for ever.
        state.isLoadingAll = false
        return end(in: .failed(NoticeBoardError(.endlessList, "The rows in a gap were not found.")))
    }

    /// The maximum number of pages without new rows of one load of a gap.
    private static var maximumQuietPages: Int { 200 }

    private mutating func takeGapFromBelow(_ gap: PageGap<Item.ID>, _ page: Page<Item>, _ requested: GapPage) -> [Effect] {
        let count = content.items.count
        switch change({ $0.fillFromBelow(gap, with: page, at: requested.offset) }) {
        case .filled(let below):
            gapLoads.current = content.gap(above: below)
            let known = page.items.count - (content.items.count - count)
            guard gapLoads.current != nil, known * 2 > page.items.count, requested.offset > 0, requested.triesLeft > 0, mayRequest
            else { return end(in: .idle) }
            // The list has moved, so that most rows of the page were loaded already.
            return requestBelow(requested.next(at: max(0, requested.offset - known + 1)))
        case .elsewhere(let offset) where requested.triesLeft > 0 && offset != requested.offset:
            return requestBelow(requested.next(at: offset))
        case .elsewhere, .lost:
            // The row below was not found, but the gap can be filled from above.
            gapLoads.pageBelow = nil
            return content.bridge(of: gap).flatMap { mayRequest ? goOn(at: $0.position) : nil } ?? end(in: .idle)
        }
    }

    /// Requests another page for the gap's lower end, now or with the next tap.
    private mutating func requestBelow(_ page: GapPage) -> [Effect] {
        gapLoads.pageBelow = page
        if mayRequest { return goOn(at: .offset(page.offset)) }
        gapLoads.pageBelow?.isPaused = true
        return end(in: .idle)
    }
}
