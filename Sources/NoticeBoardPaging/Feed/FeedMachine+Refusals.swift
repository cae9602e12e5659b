import NoticeBoardBase

/// Going on where the service refuses a cursor: a cursor further up leads to the same rows.
extension FeedMachine {
    /// Requests the rows of the running load from further up; `nil` if the load fails.
    ///
    /// Without requests left the load fails, too, and a retry goes on from there.
    mutating func stepBack() -> [Effect]? {
        guard load?.head == nil else { return nil }
        if let reread = load?.reread { return stepBack(reread) }
        switch ticket?.kind {
        case .gap: return stepBackInGap()
        case .older: return stepBackFromEnd()
        case .refresh, .reread, nil: return nil
        }
    }

    private mutating func stepBack(_ former: FeedReread<Item.ID>) -> [Effect]? {
        guard let refused = former.position, refused.cursor != nil else { return nil }
        content.forget(refused)
        guard budget.left > 0, former.left > 1, let next = content.reread(former.id, left: former.left - 1) else { return nil }
        load?.reread = next
        return requestNext(at: next.position)
    }

    private mutating func stepBackInGap() -> [Effect]? {
        guard let number = gapLoads.current.flatMap({ content.stretch(aboveGap: $0.before) }),
            content.stepBackAboveGap(below: number),
            budget.left > 0
        else { return nil }
        return requestNext(at: content.list.stretches[number].walk.position)
    }

    /// Requests an older page from further up; without another cursor the list goes on in the gap above, or below a new head.
    private mutating func stepBackFromEnd() -> [Effect]? {
        // A service that refuses what it has just named leads nowhere.
        guard content.walk.position?.cursor != nil, !olderPages.seeksPlace || content.walk.isReturning || budget.left > 0 else {
            return nil
        }
        let isFirst = !olderPages.seeksPlace
        olderPages.seeksPlace = true
        guard content.stepBackFromEnd() else {
            guard isFirst else { return nil }
            content.walk.isOutOfOrder = true
            return end(in: .idle) + startOlder()
        }
        if budget.left > 0 || isFirst && mayRequest { return requestNext(at: content.walk.position) }
        olderPages.isWanted = false
        state.isLoadingAll = false
        return end(in: .idle)
    }
}
