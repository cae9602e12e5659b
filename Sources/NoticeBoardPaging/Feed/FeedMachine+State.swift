extension FeedMachine {
    /// What is to be seen.
    public var state: FeedState<Item> {
        var state = FeedState<Item>()
        (state.items, state.total, state.newItemCount) = (content.visible, content.total, content.newItemCount)
        (state.end, state.skipped, state.gaps) = (content.end, content.skipped, content.gaps)
        (state.refresh, state.older) = (refresh, older)
        (state.hidden, state.gapPlaces) = (content.hiddenCounts, content.gapPlaces)
        if let gap, gapPhase != .idle, content.gaps.contains(gap) { state.gapPhases = [gap: gapPhase] }
        (state.wasRequested, state.isLoaded, state.isStale, state.isLoadingAll) = (wasRequested, isLoaded, isStale, isLoadingAll)
        state.storedAt = storedAt
        return state
    }

    /// The row at the top of the screen, as the app said last; always one of the list.
    ///
    /// When it leaves the list its neighbour takes its place, so that a screen that is built anew stands where it stood.
    public var anchor: Item.ID? { content.visibleRow(at: content.anchor) }

    /// What is to be kept of the list; nothing while there is nothing to keep.
    public var snapshot: FeedSnapshot<Item>? { isLoaded && !content.items.isEmpty ? content.snapshot(storedAt) : nil }
}
