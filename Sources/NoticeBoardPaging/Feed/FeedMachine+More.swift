import NoticeBoardBase

/// The loading of further pages.
extension FeedMachine {
    /// A row came into sight.
    mutating func appeared(_ id: Item.ID) -> [Effect] {
        if let below = rowsBelow(id) {
            if below <= frontier.flatMap(rowsBelow) ?? .max { frontier = id }
        } else if isNearShownEnd(id) {
            // What comes may stand above it: the row asks for one page, and not until the list is at its end.
            wantsMore = true
        } else {
            return []
        }
        return continueMore()
    }

    private var distance: Int { max(rules.prefetchDistance, 1) }

    /// How many rows follow one of the last, as the service has them; nothing for a row further up.
    private func rowsBelow(_ id: Item.ID) -> Int? {
        let last = sequence.suffix(distance)
        return last.lastIndex(of: id).map { last.endIndex - 1 - $0 }
    }

    private func isNearShownEnd(_ id: Item.ID) -> Bool {
        !rules.order.isService && state.items.suffix(distance).contains { $0.id == id }
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
        let loaded = walk.accept(page)
        let failure = walk.takeFailure()
        let isLonger = loaded.map { append($0) } ?? false
        (state.total, state.newAbove) = (walk.progress.total, max(0, walk.cameAbove - newcomers.count))
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
    private mutating func append(_ loaded: LoadedPage<Item>) -> Bool {
        state.skipped += loaded.skipped.count
        state.gaps += loaded.gaps
        // What stands above is for the refresh to bring.
        let items = loaded.above == 0 ? loaded.items : Array(loaded.items.dropFirst(loaded.above))
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
