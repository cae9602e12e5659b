import NoticeBoardBase

/// The loading of gaps.
extension FeedMachine {
    /// Asks for the next page of a gap, after the refresh that is under way; a further page that is under way is asked for again.
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

    /// Takes in a page of a gap.
    mutating func takeGap(_ page: Page<Item>) -> [Effect] {
        guard let ticket = gapTicket else { return [] }
        guard let wanted = gap, let gap = content.gap(above: wanted.before) else { return end(ticket, in: .idle) }
        let before = content.items
        let (isLonger, failure) = content.fill(gap, with: page)
        content.apply(missed, over: nil)
        content.settle(after: before)
        self.gap = content.gap(above: gap.before)
        if let failure { return end(ticket, in: .failed(failure)) }
        // A page that brought nothing to see does not end the load, as with further pages.
        if !isLonger, let bridge = self.gap.flatMap({ content.bridge(of: $0) }) {
            gapTicket = ticket.next
            return [.load(bridge.position, ticket.next)]
        }
        return end(ticket, in: .idle) + continueOlder()
    }
}
