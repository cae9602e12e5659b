import NoticeBoardBase

/// What becomes of items while they are shown.
extension FeedMachine {
    /// Takes in what happened.
    mutating func take(_ translation: @escaping FeedContent<Item>.Translation) -> [Effect] {
        if isLoading { missed.append(translation) }
        guard isLoaded else { return [] }
        let (before, generation) = (anchor == nil ? FeedItems() : content.items, content.walk.generation)
        guard content.apply(translation) else { return [] }
        content.settle(after: before)
        if let gap, !content.gaps.contains(gap) {
            // Its edges are others now: whoever sees it asks again.
            let given = gapTicket.map { end($0, in: .idle) } ?? []
            (self.gap, gapPhase) = (nil, .idle)
            return given + continueOlder()
        }
        return (content.walk.generation == generation ? [] : restartMore()) + continueOlder()
    }

    /// Forgets the changes that every page to come knows of.
    mutating func forgetMissed() { if !isLoading { missed = [] } }
}
