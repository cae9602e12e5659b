import NoticeBoardBase

/// The loading of further pages.
extension FeedMachine {
    /// A row came into sight.
    mutating func rowAppeared(_ id: Item.ID) -> [Effect] {
        (isClosed, unseenPages) = (false, 0)
        if !isStale, content.stale.contains(id), !rereadOnce.contains(id) { doubtful.append(id) }
        if let below = content.rowsBelow(id) {
            if below <= frontier.flatMap(content.rowsBelow) ?? .max { frontier = id }
        } else if content.isNearShownEnd(id) {
            // What comes may stand above it: the row asks for one page, and not until the list is at its end.
            wantsOlder = true
        } else {
            return rereadNext()
        }
        return continueOlder()
    }

    /// Asks for a further page if one is wanted, the list is in sight, and none has failed.
    mutating func continueOlder() -> [Effect] {
        if let gap = gapAfterRefresh, !isLoading {
            gapAfterRefresh = nil
            let effects = startGap(gap)
            if !effects.isEmpty { return effects }
        }
        let isNearEnd = content.visible.isEmpty || frontier.flatMap(content.rowsBelow) != nil
        let isWanted =
            wantsOlder || isLoadingAll || content.items.isEmpty || isNearEnd && unseenPages < max(rules.refreshPages, 1)
        return (isWanted && !isClosed && older.failure == nil ? startOlder() : []) + rereadNext()
    }

    /// Asks for a further page if there is one and no load is under way.
    mutating func startOlder() -> [Effect] {
        guard isLoaded, !isLoading else { return [] }
        guard content.end == nil else {
            (wantsOlder, isLoadingAll) = (false, false)
            return []
        }
        // It would be looked for in vain again.
        guard !isPlaceLost else { return startRefresh() }
        let (ticket, effects) = begin(.older, at: content.walk.position)
        (olderTicket, older) = (ticket, .loading(isSlow: false))
        return effects
    }

    /// Whether nothing at the end of the list is in the service's list any more, so that it cannot be read on.
    var isPlaceLost: Bool { older.failure?.code == .placeLost }

    /// Asks anew for the further page that is under way, since the list has moved under it.
    mutating func restartMore() -> [Effect] {
        guard let ticket = olderTicket else { return [] }
        (olderTicket, wantsOlder) = (nil, true)
        return [.cancel(ticket)] + startOlder()
    }

    /// Takes in a further page.
    mutating func takeMore(_ page: Page<Item>) -> [Effect] {
        guard let ticket = olderTicket else { return [] }
        let count = content.visible.count
        let (isLonger, failure) = content.add(page)
        // Held only where it is needed: it would make a copy of what changes.
        let before = missed.isEmpty ? FeedItems() : content.items
        content.apply(missed, over: nil)
        content.settle(after: before)
        if let failure { return end(ticket, in: .failed(failure)) }
        // A page that brought nothing to see does not end the load: no row would come into sight to ask for the next one.
        unseenPages = content.visible.count > count ? 0 : unseenPages + 1
        if !isLonger, content.end == nil {
            olderTicket = ticket.next
            return [.load(content.walk.position, ticket.next)]
        }
        wantsOlder = false
        return end(ticket, in: .idle) + continueOlder()
    }
}
