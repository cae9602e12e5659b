import NoticeBoardBase

/// Applying changes to the shown items.
extension FeedMachine {
    /// Applies a change, also to pages that are loading.
    mutating func take(_ translation: @escaping FeedContent<Item>.Translation) -> [Effect] {
        if isLoading { missed.append(translation) }
        guard isLoaded else { return [] }
        let (before, generation) = (anchor == nil ? FeedItems() : content.items, content.walk.generation)
        guard content.apply(translation) else { return [] }
        content.settle(after: before)
        if let gap, !content.gaps.contains(gap) {
            // The edges of the gap have changed: the screen requests the new gap.
            let given = gapTicket.map { end($0, in: .idle) } ?? []
            (self.gap, gapPhase) = (nil, .idle)
            return given + continueOlder()
        }
        return (content.walk.generation == generation ? [] : restartOlder()) + continueOlder()
    }

    /// Clears the missed changes if no load needs them any more.
    mutating func forgetMissed() { if !isLoading { missed = [] } }
}
