import NoticeBoardBase

/// Reloading stale rows: around the anchor to complete a refresh, others as they appear.
extension FeedMachine {
    /// The row that the current refresh reloads.
    var refreshReread: FeedReread<Item.ID>? { reread?.ticket.kind == .refresh ? reread : nil }

    /// The ticket of the running load that a refresh cancels.
    var otherTicket: FeedTicket? {
        olderTicket ?? gapTicket ?? (reread?.ticket.kind == .reread ? reread?.ticket : nil)
    }

    /// Continues a refresh after its head: reloads stale rows, starting around the anchor.
    mutating func rereadAroundAnchor(after head: FeedHead<Item>) -> [Effect] {
        guard let next = nextAroundAnchor(head.ticket, left: rules.refreshPages) else {
            becomeFresh()
            return end(head.ticket, in: .idle)
        }
        self.head = nil
        reread = next
        return [.load(next.position, next.ticket)]
    }

    /// Completes a refresh: the list is now as old as its head.
    private mutating func becomeFresh() { (isStale, storedAt) = (headStoredAt != nil, headStoredAt) }

    private mutating func nextAroundAnchor(_ ticket: FeedTicket, left: Int) -> FeedReread<Item.ID>? {
        while left > 0, let id = content.staleRow(except: rereadOnce) {
            rereadOnce.insert(id)
            if let next = content.reread(id, ticket.next, left: left) { return next }
        }
        return nil
    }

    /// Reloads a stale row that appeared, if no load is running.
    mutating func rereadNext() -> [Effect] {
        guard !isLoading, !isStale, !isClosed else { return [] }
        while let id = doubtful.popLast() ?? content.hiddenStaleRow(except: rereadOnce) {
            guard content.stale.contains(id), rereadOnce.insert(id).inserted else { continue }
            number += 1
            let ticket = FeedTicket(kind: .reread, number: number, page: 0)
            guard let next = content.reread(id, ticket, left: rules.refreshPages) else { continue }
            reread = next
            return [.load(next.position, ticket)]
        }
        return []
    }

    /// Compares a page with the stale rows.
    mutating func takeReread(_ page: Page<Item>) -> [Effect] {
        guard let reread else { return [] }
        let before = content.items
        let next = content.compare(page, for: reread)
        content.apply(missed, over: nil)
        content.settle(after: before)
        if var next {
            next.ticket = reread.ticket.next
            self.reread = next
        } else if reread.ticket.kind == .refresh, let next = nextAroundAnchor(reread.ticket, left: reread.left - 1) {
            self.reread = next
        } else {
            return end(reread.ticket, in: .idle)
        }
        return self.reread.map { [.load($0.position, $0.ticket)] } ?? []
    }

    /// Ends the reload of stale rows; a row that was not found stays stale.
    mutating func endReread(_ ticket: FeedTicket) -> [Effect] {
        if ticket.kind == .refresh {
            refresh = .idle
            becomeFresh()
        }
        reread = nil
        forgetMissed()
        return [.cancel(ticket)] + continueOlder()
    }
}
