import NoticeBoardBase

/// The loading of the list's head: the first time, and when it is refreshed.
///
/// A refresh reads from the head until it meets what was loaded before; that stays below it, and what stood above and was
/// not met is gone. When it does not meet it within a few pages, too much has come: the list begins anew with what was read.
extension FeedMachine {
    /// Asks for the head, unless that is under way; the list begins anew with it where it is not to join on.
    mutating func startRefresh(joining: Bool = true) -> [Effect] {
        guard head == nil else { return [] }
        let given = moreTicket.map { [Effect.cancel($0)] } ?? []
        let joins = joining && !sequence.isEmpty && !isPlaceLost
        // A page that was under way, or failed, is asked for again where the list then ends.
        if state.more != .idle { wantsMore = true }
        (moreTicket, state.more, state.isAsked) = (nil, .idle, true)
        forgetMissed()
        let walk = PageWalk<Item>(rules: rules.paging)
        let (ticket, effects) = begin(.refresh, at: walk.position)
        head = FeedHead(ticket, walk: walk, joins: joins)
        state.refresh = .loading(isSlow: false)
        return given + effects
    }

    /// Asks for the head from its beginning again, since the list has moved under what was read of it.
    mutating func restartRefresh() -> [Effect] {
        guard let ticket = head?.ticket else { return [] }
        head = nil
        return [.cancel(ticket)] + startRefresh()
    }

    /// Takes in a page of the head.
    mutating func takeHead(_ page: Page<Item>) -> [Effect] {
        guard var head else { return [] }
        switch head.walk.fit(of: page, to: head.items.last?.id) {
        case .below: break
        case .unsure: return finish(head, joiningAfter: nil)
        case .above: return beginAnew()
        }
        let isTaken = head.accept(page)
        let failure = head.takeFailure()
        self.head = head
        if head.walk.end != nil { return finish(head, joiningAfter: nil) }
        if isTaken, head.joins, let last = page.items.last?.id, !newcomers.contains(last),
            let index = sequence.firstIndex(of: last)
        {
            return finish(head, joiningAfter: index)
        }
        if !head.items.isEmpty, !head.joins || head.pages >= rules.refreshPages {
            return finish(head, joiningAfter: nil, failure)
        }
        if let failure { return end(head.ticket, in: .failed(failure)) }
        guard !isTorn(head) else { return restartRefresh() }
        let ticket = head.turn()
        self.head = head
        return [.load(head.walk.position, ticket)]
    }

    /// Puts the head in its place, above what was loaded behind an index of the sequence; `failure` is that of the way on.
    private mutating func finish(
        _ head: FeedHead<Item>, joiningAfter index: Int?, _ failure: NoticeBoardError? = nil
    ) -> [Effect] {
        let before = state.items
        if let index {
            join(head, after: index)
        } else {
            (walk, sequence) = (head.walk, head.items.map(\.id))
            (state.skipped, state.gaps, state.items) = (head.skipped, head.gaps, [])
            rules.order.merge(head.items, into: &state.items)
        }
        newcomers = []
        state.isLoaded = true
        state.total = head.walk.progress.total
        forgetArrivals(knownTo: head)
        applyMissed()
        state.end = walk.end
        keepTotal()
        keepAnchor(among: before)
        if let failure { state.more = .failed(failure) }
        return end(head.ticket, in: .idle)
    }

    private mutating func join(_ head: FeedHead<Item>, after index: Int) {
        let fresh = head.items.map(\.id)
        // What stands no more where it stood: read again above, or gone. Nothing here goes through the whole list where the
        // head alone tells: a refresh runs on the main actor.
        var gone = Set(sequence[...index])
        var known = walk.seen
        let isMixed = fresh.contains { known.contains($0) && !gone.contains($0) }
        for id in gone { known.remove(id) }
        known.formUnion(fresh)
        gone.formUnion(fresh)
        var rest = Array(sequence[(index + 1)...])
        if isMixed { rest.removeAll(where: gone.contains) }
        let room = max(rules.paging.maximumItems.map { $0 - fresh.count } ?? .max, 0)
        let isCut = rest.count > room
        if isCut {
            gone.formUnion(rest[room...])
            rest.removeSubrange(room...)
        }
        sequence = fresh + rest
        if rules.order.isService, !isMixed, !isCut {
            state.items.replaceSubrange(...index, with: head.items)
        } else {
            state.items.remove(state.items.count - rest.count) { gone.contains($0.id) }
            rules.order.merge(head.items, into: &state.items, ahead: true)
        }
        // How many of the elements before were read again is not known.
        state.skipped = max(head.skipped, state.skipped)
        state.gaps = head.gaps + state.gaps.filter { gap in (gap.before ?? gap.after).map { !gone.contains($0) } == true }
        newcomers = []
        guard walk.end == nil || isCut else { return }
        let (before, now) = (walk.progress, head.walk.progress.total)
        let shift = now.flatMap { now in before.total.map { now - $0 } } ?? sequence.count - before.loaded
        moveWalk(by: shift, total: now, known: known)
    }
}
