import NoticeBoardBase

/// The loading of further pages.
extension FeedMachine {
    /// A row came into sight.
    mutating func appeared(_ id: Item.ID) -> [Effect] {
        guard let below = rowsBelow(id) else { return [] }
        if below <= frontier.flatMap(rowsBelow) ?? .max { frontier = id }
        return continueMore()
    }

    /// How many rows stand below one of the last; nothing for a row further up.
    private func rowsBelow(_ id: Item.ID) -> Int? {
        let last = state.items.suffix(max(rules.prefetchDistance, 1))
        return last.lastIndex { $0.id == id }.map { last.endIndex - 1 - $0 }
    }

    /// Asks for a further page if one is wanted and none has failed.
    mutating func continueMore() -> [Effect] {
        let isWanted = wantsMore || state.isLoadingAll || state.items.isEmpty || frontier.flatMap(rowsBelow) != nil
        return isWanted && state.more.failure == nil ? startMore() : []
    }

    /// Asks for a further page if there is one and no load is under way.
    mutating func startMore() -> [Effect] {
        guard state.isLoaded, !isLoading else { return [] }
        guard state.end == nil else {
            (wantsMore, state.isLoadingAll) = (false, false)
            return []
        }
        // It would be looked for in vain again.
        guard !isPlaceLost else { return startRefresh(joining: false) }
        let (ticket, effects) = begin(.more, at: walk.position)
        moreTicket = ticket
        state.more = .loading(isSlow: false)
        return effects
    }

    /// Whether nothing at the end of the list is in the service's list any more, so that it cannot be read on.
    var isPlaceLost: Bool { state.more.failure?.code == .placeLost }

    /// Asks anew for the further page that is under way, since the list has moved under it.
    mutating func restartMore() -> [Effect] {
        guard let ticket = moreTicket else { return [] }
        moreTicket = nil
        wantsMore = true
        return [.cancel(ticket)] + startMore()
    }

    /// Takes in a further page.
    mutating func takeMore(_ page: Page<Item>) -> [Effect] {
        guard let ticket = moreTicket else { return [] }
        switch walk.fit(of: page, to: tail, besides: newcomers) {
        case .below: break
        // A list that grows without an end is not looked through without an end.
        case .unsure where upsets >= maximumUpsets: break
        case .unsure:
            upsets += 1
            moveWalk(by: 0, total: walk.progress.total, known: walk.seen)
            return turn(ticket)
        // Some of what was added before may have come from above too.
        case .above: return beginAnew()
        }
        let known = page.items.lastIndex { walk.seen.contains($0.id) } ?? -1
        // A newcomer that stands above something known has pushed it down from the head.
        let above = newcomers.isEmpty ? [] : newcomers.intersection(page.items.prefix(known + 1).map(\.id))
        let loaded = walk.accept(page)
        let failure = walk.takeFailure()
        let isLonger = loaded.map { append($0, but: above) } ?? false
        state.total = walk.progress.total
        // Held only where it is needed: it would make a copy of the list.
        let before = missed.isEmpty || anchor == nil ? [] : state.items
        applyMissed()
        keepAnchor(among: before)
        state.end = walk.end
        keepTotal()
        if let failure { return end(ticket, in: .failed(failure)) }
        // A page that brought nothing to see does not end the load: no row would come into sight to ask for the next one.
        if !isLonger, walk.end == nil { return turn(ticket) }
        wantsMore = false
        return end(ticket, in: .idle) + continueMore()
    }

    /// Goes on with the page that is due now.
    private mutating func turn(_ ticket: FeedTicket) -> [Effect] {
        moreTicket = ticket.next
        return [.load(walk.position, ticket.next)]
    }

    /// Adds what is new, and tells whether anything is.
    private mutating func append(_ loaded: LoadedPage<Item>, but above: Set<Item.ID>) -> Bool {
        state.skipped += loaded.skipped.count
        state.gaps += loaded.gaps
        let items = above.isEmpty ? loaded.items : loaded.items.filter { !above.contains($0.id) }
        for item in items where newcomers.remove(item.id) != nil {
            // It stands where the service has it from now on.
            sequence.removeAll { $0 == item.id }
            state.items.removeAll { $0.id == item.id }
        }
        sequence += items.map(\.id)
        rules.order.merge(items, into: &state.items)
        return !items.isEmpty
    }
}
