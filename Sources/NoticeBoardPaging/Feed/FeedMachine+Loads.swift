import Foundation
import NoticeBoardBase

/// The loads of a feed, of which one runs at a time: here the head and older pages.
extension FeedMachine {
    /// Adds the page of the running load.
    mutating func take(_ page: Page<Item>, _ kind: FeedTicket.Kind) -> [Effect] {
        state.networkFailure = page.networkFailure
        content.isOutdated = page.storedAt.map { !state.isStale || $0 <= state.storedAt ?? .distantPast } ?? false
        var page = page
        // A page that was stored on the device repeats an earlier total.
        if content.isOutdated, let total = content.total { page.total = total }
        if let head = load?.head {
            if let date = page.storedAt, !content.items.isEmpty, !state.isStale || date < state.storedAt ?? .distantPast {
                // A page that was stored on the device says nothing about items that the service showed later.
                let failure = page.networkFailure ?? NoticeBoardError(.noNetwork, "A stored page is older than the loaded items.")
                return end(in: .failed(failure))
            }
            return takeHead(page, head)
        }
        if let reread = load?.reread { return takeReread(page, reread) }
        return kind == .older ? takeOlder(page) : takeGap(page)
    }

    /// Changes the content by a page, and applies the changes that the page may not include.
    mutating func change<Result>(_ body: (inout FeedContent<Item>) -> Result) -> Result {
        let before = content.items
        let result = body(&content)
        for translation in load?.missed ?? [] { content.apply(translation) }
        content.settle(after: before)
        return result
    }

    // MARK: - The head

    /// Requests the head, unless that is in progress.
    ///
    /// Without `joining` it replaces the list.
    ///
    /// Loads pages until they meet the loaded rows. These stay below, and rows above that were not found are removed. If the
    /// pages do not meet them within ``FeedRules/refreshPages``, all loaded rows stay below a gap.
    mutating func startRefresh(joining: Bool = true) -> [Effect] {
        guard !isRefreshing || load?.isHanging == true else { return [] }
        olderPages.delaysRead = nil
        // A refresh that replaces a reload replaces the list, too.
        let joins = joining && load?.head?.joins != false && !content.isEmpty
        if isPlaceLost { content.walk.isOutOfOrder = true }
        // An older page that was loading or failed is requested again at the new end.
        if state.older != .idle { olderPages.isWanted = true }
        state.older = .idle
        state.wasRequested = true
        isClosed = false
        gapLoads.phase = .idle
        rereads = RereadQueue()
        olderPages.unseenCount = 0
        interruptGap()
        let walk = PageWalk<Item>(rules: rules.paging, from: start.map { PageBookmark(position: $0) })
        return cancel() + begin(.refresh, at: walk.position, head: FeedHead(joins: joins, walk: walk))
    }

    private mutating func takeHead(_ page: Page<Item>, _ former: FeedHead<Item>) -> [Effect] {
        var head = former
        head.accept(page)
        content.note(page, at: former.walk.position)
        let failure = head.walk.takeFailure()
        load?.head = head
        if start != nil, page.items.isEmpty, page.skipped.isEmpty, page.next == nil {
            // The list is shorter than that.
            start = nil
            return cancel() + startRefresh()
        }
        if head.joins, head.items.isEmpty, head.walk.end == .early {
            // The service says that there are items, so the loaded ones stay.
            return end(in: .failed(NoticeBoardError(.endedEarly, "An empty page came although there are items.")))
        }
        if let place = content.place(of: head) { return finish(head, at: place, head.joins ? nil : failure) }
        if let failure { return end(in: .failed(failure)) }
        // A gap stands for the pages that the refresh may not request.
        if head.joins, !mayRequest { return finish(head, at: .apart, nil) }
        return requestNext(at: head.walk.position)
    }

    /// Puts the head in its place, then reloads stale rows around the anchor; `failure` is the error of the walk below the head.
    private mutating func finish(
        _ head: FeedHead<Item>, at place: HeadPlace, _ failure: NoticeBoardError?
    ) -> [Effect] {
        let before = content.items
        let older = content.newcomersBelowRows(of: head)
        content.take(head, at: place)
        if start != nil { content.openTopGap() }
        start = nil
        for translation in load?.missed ?? [] { content.apply(translation) }
        for id in older { content.remove(id) }
        content.settle(after: before)
        state.isLoaded = true
        if head.storedAt == nil, let ticket { lastHead = ticket.number }
        if let failure { state.older = .failed(failure) }
        load?.head = nil
        load?.headStoredAt = head.storedAt
        if olderPages.seeksPlace {
            // The search took its requests already: the next page waits until a row appears.
            olderPages.unseenCount = max(rules.refreshPages, 1)
            olderPages.isWanted = false
            return end(in: .idle)
        }
        let reread = nextAroundAnchor(left: refreshPages)
        load?.reread = reread
        return reread.map { requestNext(at: $0.position) } ?? end(in: .idle)
    }

    // MARK: - Older pages

    /// Requests older items if the row is near the end, and reloads a stale row.
    mutating func rowAppeared(_ id: Item.ID) -> [Effect] {
        (isClosed, olderPages.unseenCount) = (false, 0)
        if !state.isStale, content.isInDoubt(id), !rereads.done.contains(id) { rereads.appeared.append(id) }
        if let below = content.rowsBelow(id) {
            if below <= olderPages.frontier.flatMap(content.rowsBelow) ?? .max { olderPages.frontier = id }
        } else if content.isNearShownEnd(id) {
            // New items may be sorted above the row, so it requests one page only, not everything.
            olderPages.isWanted = true
        } else {
            return startWaitingGap() + rereadNext()
        }
        return continueOlder()
    }

    /// Requests an older page if one is wanted, the list is on screen, and the last one did not fail.
    mutating func continueOlder() -> [Effect] {
        var effects = startWaitingGap()
        let isNearEnd = content.visible.isEmpty || olderPages.frontier.flatMap(content.rowsBelow) != nil
        let isWanted =
            olderPages.isWanted || state.isLoadingAll || content.items.isEmpty
            || isNearEnd && olderPages.unseenCount < max(rules.refreshPages, 1)
        if isWanted, !isPaused, state.older.failure == nil { effects += startOlder() }
        return effects + rereadNext()
    }

    /// Requests an older page if there is one and no load is running.
    mutating func startOlder() -> [Effect] {
        guard state.isLoaded, !isLoading else { return [] }
        guard content.end == nil else {
            (olderPages.isWanted, state.isLoadingAll) = (false, false)
            return []
        }
        guard mayRequest else { return [] }
        // The position would not be found this time either.
        if isPlaceLost { return startRefresh() }
        // What came since is above a list that changes have emptied.
        if content.items.isEmpty { return state.refresh.failure == nil ? startRefresh() : [] }
        guard content.walk.isOutOfOrder else { return begin(.older, at: content.walk.position) }
        // The list goes on below its lowest gap, or below a new head.
        guard state.refresh.failure == nil, gapLoads.phase.failure == nil else { return [] }
        guard let gap = content.gaps.last else { return startRefresh() }
        guard olderPages.isWanted || state.isLoadingAll else { return [] }
        olderPages.isWanted = false
        return startGap(gap)
    }

    /// Whether the list can't continue, because the service has refused each of its positions.
    private var isPlaceLost: Bool { state.older.failure?.code == .placeLost }

    /// Requests the older page in flight again, because the list has moved.
    mutating func restartOlder() -> [Effect] {
        guard ticket?.kind == .older else { return [] }
        // The list may have ended, so that no page is requested.
        (state.older, olderPages.isWanted) = (.idle, true)
        return cancel() + startOlder()
    }

    private mutating func takeOlder(_ page: Page<Item>) -> [Effect] {
        let count = content.visible.count
        let doubtful = content.lastRowsInDoubt
        if state.isLoadingAll || olderPages.isWanted { content.walk.search?.removeLimit() }
        let result = change {
            $0.replaceItems(by: page)
            return $0.add(page)
        }
        if let failure = result.failure { return end(in: .failed(failure)) }
        if content.walk.hasGivenUp {
            if olderPages.seeksPlace {
                // A refresh did not help: the next search waits until a row appears.
                olderPages.unseenCount = max(rules.refreshPages, 1)
                return end(in: .idle)
            }
            olderPages.seeksPlace = true
        }
        if result.hasNewRows {
            olderPages.seeksPlace = false
            reloadAgain(doubtful)
        }
        if content.walk.isOutOfOrder, content.end == nil { return end(in: .idle) + startOlder() }
        // A page without new items does not end the load: no row would appear to request the next page.
        olderPages.unseenCount = content.visible.count > count ? 0 : olderPages.unseenCount + 1
        if result.hasNewRows, olderPages.unseenCount > 0, !content.hiddenCounts.isEmpty { budget.raise(to: refreshPages) }
        if !result.hasNewRows, content.end == nil, mayRequest { return requestNext(at: content.walk.position) }
        olderPages.isWanted = false
        olderPages.isUnlimited = false
        return end(in: .idle) + continueOlder()
    }
}
