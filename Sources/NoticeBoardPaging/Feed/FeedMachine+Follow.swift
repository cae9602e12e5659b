import NoticeBoardBase

/// Following the service: reads of the head that nobody asked for, and events between them.
extension FeedMachine {
    /// Whether the list is on screen, so that it may load by itself.
    var isInUse: Bool { state.wasRequested && !isClosed }
    /// Whether the list does nothing by itself.
    var isPaused: Bool { isClosed || isInBackground }

    /// Whether a load failed, or the list ended by mistake, and another try may go well.
    var mayGoOn: Bool {
        if let failure = state.restingFailure { return failure.mayPass }
        return !isLoading && (state.networkFailure != nil || content.end == .early || content.end == .repeatedPosition)
    }

    /// The reads of the head, for ``FollowMachine``.
    private var reads: FollowMachine.Reads {
        FollowMachine.Reads(begun: number, running: isRefreshing ? ticket?.number : nil, succeeded: lastHead)
    }

    /// Requires another read, because the list was emptied.
    mutating func forgetReads() {
        let reads = reads
        follow?.forgetReads(reads)
    }

    /// Returns what the stream and the wait have to do, since the last call.
    package mutating func takeFollowEffects() -> [FollowMachine.Effect] { follow?.takeEffects() ?? [] }

    /// Handles an event of the service, the app or another list.
    mutating func reactToService(_ event: Event) -> [Effect] {
        switch event {
        case .followed(let machine):
            lastStream = follow?.stream ?? lastStream
            follow = machine
            // A step of a former stream may be on its way.
            follow?.numberStreams(after: lastStream)
            if machine == nil {
                state.live = nil
                state.liveFailure = nil
                state.unreadableEvents = 0
            }
            return []
        case .live(let input):
            handleLive(input)
            guard case .life(let change) = input else { return [] }
            return follow(change)
        case .liveEvent(let stream, let edits): return takeLiveEvent(stream, edits)
        case .fresher(let copies): return show(fresher: copies)
        default: return []
        }
    }

    /// Stops the loads that nobody waits for in the background, and goes on in the foreground.
    private mutating func follow(_ change: AppLife.Event) -> [Effect] {
        switch change {
        case .background:
            isInBackground = true
            return pause()
        case .foreground:
            isInBackground = false
            return hasHead ? continueOlder() : []
        case .networkReturned: return []
        }
    }

    /// Cancels the load of older pages or a gap until the list is used again; a refresh goes on.
    mutating func pause() -> [Effect] {
        if isRefreshing { return [] }
        interruptGap()
        interruptReread()
        return end(in: .idle)
    }

    private mutating func handleLive(_ input: FollowMachine.Input) {
        let reads = reads
        follow?.handle(input, reads)
    }

    /// Applies the event of a stream; one that cannot be decoded leads to a read.
    private mutating func takeLiveEvent(
        _ stream: Int, _ edits: @escaping @Sendable (FeedItems<Item>) throws -> [FeedEdit<Item>]
    ) -> [Effect] {
        guard follow?.isCurrent(stream) == true else { return [] }
        do {
            _ = try edits(content.items)
        } catch {
            handleLive(.unreadable)
            return []
        }
        return edit { shown in (try? edits(shown)) ?? [] }
    }

    /// Follows the list's use and its reads, after each event, and reads the head if changes may be missing.
    mutating func keepFollowing(after event: Event) -> [Effect] {
        if case .request(let request) = event, [.open, .refresh, .reload, .retry].contains(request) { handleLive(.wanted) }
        var effects: [Effect] = []
        if mustRead(), !readWaitsForOlderPage() {
            grant(refreshPages)
            effects = startRefresh()
            // The read that has begun now.
            _ = mustRead()
        }
        state.live = follow?.status
        state.liveFailure = follow?.failure
        state.unreadableEvents = follow?.unreadable ?? 0
        return effects
    }

    /// Whether the list is read as soon as its stream is connected, so that nothing else has to read it.
    var readsWhenConnected: Bool { follow?.source == .stream && state.liveFailure == nil }

    /// Returns whether a read of an interval waits for the older page in flight, which a read cancels; only for one, so that older
    /// pages do not delay reads for ever.
    private mutating func readWaitsForOlderPage() -> Bool {
        guard case .interval? = follow?.source, let ticket, ticket.kind == .older,
            olderPages.delaysRead == nil || olderPages.delaysRead == ticket.number
        else {
            olderPages.delaysRead = nil
            return false
        }
        olderPages.delaysRead = ticket.number
        return true
    }

    /// Tells the machine of the list's use and reads; returns whether the head has to be read now.
    private mutating func mustRead() -> Bool {
        let isUsed = isInUse
        let reads = reads
        return follow?.update(isUsed: isUsed, reads) ?? false
    }

    /// Shows fresher copies of items, which another list loaded, and loads older pages if that hides rows; a page in flight keeps
    /// its own.
    private mutating func show(fresher copies: [Item]) -> [Effect] {
        load?.head?.replaceItems(by: copies)
        let before = content.items
        let changed = copies.filter { copy in before[id: copy.id].map { $0 != copy } ?? false }
        guard !changed.isEmpty else { return [] }
        let visibleCount = content.visible.count
        content.replaceItems(by: changed)
        content.settle(after: before)
        guard content.visible.count < visibleCount, state.isLoaded else { return [] }
        grant(2)
        return continueOlder()
    }
}
