import NoticeBoardBase

/// The loading of further pages.
extension FeedMachine {
    /// Asks for a further page if one is wanted and nothing stands against it.
    mutating func continueMore() -> [Effect] {
        let isWanted = wantsMore || state.isLoadingAll || state.items.isEmpty || frontier.map(isNearEnd) == true
        return isWanted && state.more.failure == nil ? startMore() : []
    }

    /// Asks for a further page if there is one and no load stands against it.
    mutating func startMore() -> [Effect] {
        if state.end != nil { (wantsMore, state.isLoadingAll) = (false, false) }
        guard state.isLoaded, state.end == nil, head == nil, moreTicket == nil else { return [] }
        let (ticket, effects) = begin(.more, at: walk.position)
        moreTicket = ticket
        state.more = .loading(isSlow: false)
        return effects
    }

    /// Whether a row is one of the last.
    func isNearEnd(_ id: Item.ID) -> Bool {
        state.items.suffix(max(rules.prefetchDistance, 1)).contains { $0.id == id }
    }

    /// Takes in a further page.
    mutating func takeMore(_ page: Page<Item>) -> [Effect] {
        guard let ticket = moreTicket else { return [] }
        let loaded = walk.accept(page)
        if let failure = walk.takeFailure() { return handle(.failed(failure, ticket)) }
        let isLonger = loaded.map { append($0) } ?? false
        state.total = walk.progress.total
        state.end = walk.end
        for change in missed { apply(change) }
        // A page that brought nothing to see does not end the load: no row would come into sight to ask for the next one.
        if !isLonger, walk.end == nil { return [.load(walk.position, ticket)] }
        moreTicket = nil
        state.more = .idle
        wantsMore = false
        forgetMissed()
        return [.cancel(ticket)] + continueMore()
    }

    /// Adds what is new, and tells whether anything is.
    private mutating func append(_ loaded: LoadedPage<Item>) -> Bool {
        state.skipped += loaded.skipped.count
        state.gaps += loaded.gaps
        var items = loaded.items
        if !newcomers.isEmpty {
            // The page has it by now: it is an item like the others, and stands where it stood.
            for item in items where newcomers.remove(item.id) != nil { replace(item) }
            items.removeAll { item in sequence.contains(item.id) }
        }
        sequence += items.map(\.id)
        rules.order.merge(items, into: &state.items)
        return !items.isEmpty
    }
}
