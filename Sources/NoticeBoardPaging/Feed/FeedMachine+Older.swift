import NoticeBoardBase

/// Loading older pages.
extension FeedMachine {
    /// Requests older items if the row is near the end, and reloads a stale row.
    mutating func rowAppeared(_ id: Item.ID) -> [Effect] {
        (isClosed, unseenPages) = (false, 0)
        if !isStale, content.stale.contains(id), !rereadOnce.contains(id) { doubtful.append(id) }
        if let below = content.rowsBelow(id) {
            if below <= frontier.flatMap(content.rowsBelow) ?? .max { frontier = id }
        } else if content.isNearShownEnd(id) {
            // New items may be sorted above the row, so it requests one page only, not everything.
            wantsOlder = true
        } else {
            return rereadNext()
        }
        return continueOlder()
    }

    /// Requests an older page if one is wanted, the list is on screen, and the last one did not fail.
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

    /// Requests an older page if there is one and no load is running.
    mutating func startOlder() -> [Effect] {
        guard isLoaded, !isLoading else { return [] }
        guard content.end == nil else {
            (wantsOlder, isLoadingAll) = (false, false)
            return []
        }
        // The position would not be found this time either.
        guard !isPlaceLost else { return startRefresh() }
        let (ticket, effects) = begin(.older, at: content.walk.position)
        (olderTicket, older) = (ticket, .loading(isSlow: false))
        return effects
    }

    /// Whether the list can't continue, because the service has none of its last items any more.
    var isPlaceLost: Bool { older.failure?.code == .placeLost }

    /// Requests the older page in flight again, because the list has moved.
    mutating func restartOlder() -> [Effect] {
        guard let ticket = olderTicket else { return [] }
        (olderTicket, wantsOlder) = (nil, true)
        return [.cancel(ticket)] + startOlder()
    }

    /// Adds an older page.
    mutating func takeOlder(_ page: Page<Item>) -> [Effect] {
        guard let ticket = olderTicket else { return [] }
        let count = content.visible.count
        let (isLonger, failure) = content.add(page)
        // Keep the former items only if needed: a second reference makes every change copy them.
        let before = missed.isEmpty ? FeedItems() : content.items
        content.apply(missed, over: nil)
        content.settle(after: before)
        if let failure { return end(ticket, in: .failed(failure)) }
        // A page without new items does not end the load: no row would appear to request the next page.
        unseenPages = content.visible.count > count ? 0 : unseenPages + 1
        if !isLonger, content.end == nil {
            olderTicket = ticket.next
            return [.load(content.walk.position, ticket.next)]
        }
        wantsOlder = false
        return end(ticket, in: .idle) + continueOlder()
    }
}
