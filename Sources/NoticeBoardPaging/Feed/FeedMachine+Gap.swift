import NoticeBoardBase

/// Loading gaps.
extension FeedMachine {
    /// Requests the next page of a gap, after a running refresh; an older page in flight is requested again later.
    mutating func startGap(_ wanted: PageGap<Item.ID>) -> [Effect] {
        guard head == nil, refreshReread == nil else {
            gapAfterRefresh = wanted
            return []
        }
        guard gapTicket == nil, let gap = content.gap(above: wanted.before), let bridge = content.bridge(of: gap) else {
            return []
        }
        let given = otherTicket.map { [Effect.cancel($0)] } ?? []
        reread = nil
        if olderTicket != nil { (olderTicket, older, wantsOlder) = (nil, .idle, true) }
        let (ticket, effects) = begin(.gap, at: bridge.position)
        (self.gap, gapTicket, gapPhase, isClosed) = (gap, ticket, .loading(isSlow: false), false)
        return given + effects
    }

    /// Adds a page to a gap.
    mutating func takeGap(_ page: Page<Item>) -> [Effect] {
        guard let ticket = gapTicket else { return [] }
        guard let wanted = gap, let gap = content.gap(above: wanted.before) else { return end(ticket, in: .idle) }
        let before = content.items
        let (isLonger, failure) = content.fill(gap, with: page)
        content.apply(missed, over: nil)
        content.settle(after: before)
        self.gap = content.gap(above: gap.before)
        if let failure { return end(ticket, in: .failed(failure)) }
        // As with older pages, a page without new items does not end the load.
        if !isLonger, let bridge = self.gap.flatMap({ content.bridge(of: $0) }) {
            gapTicket = ticket.next
            return [.load(bridge.position, ticket.next)]
        }
        return end(ticket, in: .idle) + continueOlder()
    }
}
