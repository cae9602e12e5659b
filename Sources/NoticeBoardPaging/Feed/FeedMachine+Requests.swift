import NoticeBoardBase

/// What the user and the app ask for, and how many requests that may cause.
extension FeedMachine {
    /// The maximum number of requests of a refresh.
    var refreshPages: Int { max(rules.refreshPages, 1) }

    /// Whether another page may be requested.
    ///
    /// A list without items reads on, since no row can appear to ask for more.
    var mayRequest: Bool { budget.left > 0 || olderPages.isUnlimited || state.isLoadingAll || content.items.isEmpty }

    /// Grants requests to an act of the user.
    mutating func grant(_ count: Int) {
        if !isLoading {
            budget = RequestBudget()
            olderPages.isUnlimited = false
        }
        budget.grant(count, upTo: refreshPages + 1)
    }

    /// The number of requests that an act may cause, apart from loading the whole list.
    private func requests(of request: FeedRequest<Item.ID>) -> Int {
        switch request {
        case .open, .openAt: refreshPages + 1
        case .refresh, .reload: refreshPages
        case .rowAppeared: 2
        case .older, .retry, .showHidden: max(refreshPages, 2)
        case .gap, .close, .all, .stopAll, .reset, .scrolled: 0
        }
    }

    mutating func carryOut(_ request: FeedRequest<Item.ID>) -> [Effect] {
        grant(requests(of: request))
        switch request {
        case .open:
            (isClosed, olderPages.unseenCount) = (false, 0)
            if hasHead, !state.isStale || load?.head != nil { return continueOlder() }
            // A view can appear many times, and must not retry each time.
            return state.refresh.failure == nil ? startRefresh() : []
        case .openAt(let position):
            let effects = reset()
            let isHead = Optional(position).offset.map { $0 <= 0 } ?? false
            start = isHead ? nil : position
            return effects + startRefresh()
        case .refresh: return startRefresh()
        case .reload: return (isRefreshing ? cancel() : []) + startRefresh(joining: false)
        case .rowAppeared(let id): return rowAppeared(id)
        case .older:
            guard hasHead else { return startRefresh() }
            isClosed = false
            olderPages.isWanted = true
            olderPages.isUnlimited = true
            olderPages.unseenCount = 0
            return startOlder()
        case .all:
            (isClosed, state.isLoadingAll) = (false, true)
            return hasHead ? startOlder() : startRefresh()
        case .gap(let gap, let fromBelow):
            budget.grant(2)
            return startGap(gap, fromBelow: fromBelow)
        case .retry: return retry()
        case .reset: return reset()
        case .scrolled(let id):
            content.scroll(to: id)
            return []
        case .showHidden(let reasons):
            content.shownReasons = reasons
            content.filterItems()
            return continueOlder()
        case .close:
            // Keep what rows requested: rows on screen do not appear again.
            (isClosed, state.isLoadingAll) = (true, false)
            return pause()
        case .stopAll:
            (state.isLoadingAll, olderPages.isWanted) = (false, false)
            return []
        }
    }

    private mutating func retry() -> [Effect] {
        if state.refresh.failure != nil || state.wasRequested && !hasHead { return startRefresh() }
        if state.older.failure != nil { return startOlder() }
        if let gap = gapLoads.current, gapLoads.phase.failure != nil {
            return startGap(gap, fromBelow: gapLoads.pageBelow != nil)
        }
        if content.end == .early || content.end == .repeatedPosition {
            content.walk.end = nil
            return startOlder()
        }
        return state.networkFailure == nil ? [] : startRefresh()
    }

    /// Empties the list, or shows a snapshot; the filter stays.
    package mutating func reset(to memory: FeedSnapshot<Item>? = nil) -> [Effect] {
        let missed = load?.missed ?? []
        let effects = cancel()
        let former = self
        self = FeedMachine(rules, from: memory)
        number = former.number
        lastHead = former.lastHead
        follow = former.follow
        lastStream = former.lastStream
        forgetReads()
        isInBackground = former.isInBackground
        budget = former.budget
        content.filter = former.content.filter
        content.shownReasons = former.content.shownReasons
        if memory != nil, state.isLoaded { apply(missed) }
        content.filterItems()
        show()
        return effects
    }

    /// Applies changes that were made before the shown snapshot was read.
    private mutating func apply(_ missed: [FeedContent<Item>.Translation]) {
        let before = content.items
        for translation in missed { content.apply(translation) }
        content.settle(after: before)
        // Nothing is left of the snapshot.
        if content.items.isEmpty { state = FeedState() }
    }

    /// Applies a change, also to pages that are loading.
    mutating func edit(_ translation: @escaping FeedContent<Item>.Translation) -> [Effect] {
        load?.missed.append(translation)
        guard state.isLoaded else { return [] }
        grant(2)
        let (before, generation) = (content.items, content.walk.generation)
        guard content.apply(translation) else { return [] }
        content.settle(after: before)
        var effects = content.walk.generation == generation ? [] : restartOlder()
        if let gap = gapLoads.current, !content.gaps.contains(gap) {
            // The edges of the gap have changed: the screen requests the new gap. The end of the load may begin another one.
            gapLoads.current = nil
            gapLoads.phase = .idle
            if ticket?.kind == .gap { effects += end(in: .idle) }
        }
        return effects + continueOlder()
    }
}
