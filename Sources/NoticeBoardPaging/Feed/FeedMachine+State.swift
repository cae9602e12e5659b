extension FeedMachine {
    /// The state to show.
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

    /// The row at the top of the screen, as last set by the app; always one of the list.
    ///
    /// If the row leaves the list, a neighbor replaces it, so that a restored screen keeps its position.
    public var anchor: Item.ID? { content.visibleRow(at: content.anchor) }

    /// The data to store for the list; `nil` if there are no items.
    public var snapshot: FeedSnapshot<Item>? { isLoaded && !content.items.isEmpty ? content.snapshot(storedAt) : nil }
}
