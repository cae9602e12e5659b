import NoticeBoardBase

/// The loading of the list's head: the first time, and when it is refreshed.
///
/// A refresh reads from the head until it meets what was loaded before; that stays below it, and what stood above and was
/// not met is gone. When it does not meet it within a few pages, too much has come: the list begins anew with what was read.
extension FeedMachine {
    /// Asks for the head, unless that is under way.
    mutating func startRefresh() -> [Effect] {
        guard head == nil else { return [] }
        let given = moreTicket.map { [Effect.cancel($0)] } ?? []
        // A page that was under way, or failed, is asked for again where the list then ends.
        if state.more != .idle { wantsMore = true }
        (moreTicket, state.more, state.isAsked) = (nil, .idle, true)
        forgetMissed()
        let walk = PageWalk<Item>(rules: rules.paging)
        let (ticket, effects) = begin(.refresh, at: walk.position)
        head = FeedHead(ticket, walk: walk)
        state.refresh = .loading(isSlow: false)
        return given + effects
    }

    /// Takes in a page of the head.
    mutating func takeHead(_ page: Page<Item>) -> [Effect] {
        guard var head else { return [] }
        head.accept(page)
        if let failure = head.walk.takeFailure() { return handle(.failed(failure, head.ticket)) }
        self.head = head
        if head.walk.end != nil { return finish(head, joiningAfter: nil) }
        if let last = page.items.last?.id, !newcomers.contains(last), let index = sequence.lastIndex(of: last) {
            return finish(head, joiningAfter: index)
        }
        let isEnough = !head.items.isEmpty && (sequence.isEmpty || head.pages >= rules.refreshPages)
        return isEnough ? finish(head, joiningAfter: nil) : [.load(head.walk.position, head.ticket)]
    }

    /// Puts the head in its place, above what was loaded behind an index of the sequence.
    private mutating func finish(_ head: FeedHead<Item>, joiningAfter index: Int?) -> [Effect] {
        let fresh = head.items.map(\.id)
        let isFresh = Set(fresh)
        let rest = index.map { sequence[($0 + 1)...].filter { !isFresh.contains($0) } } ?? []
        let stays = Set(rest)
        let before = state.items

        sequence = fresh + rest
        newcomers = []
        state.items = []
        rules.order.merge(head.items, into: &state.items)
        rules.order.merge(before.filter { stays.contains($0.id) }, into: &state.items)
        if index == nil { walk = head.walk } else if walk.end == nil { walk = continuation(total: head.walk.progress.total) }

        state.isLoaded = true
        state.total = head.walk.progress.total
        state.end = walk.end
        state.skipped = index == nil ? head.skipped : max(head.skipped, state.skipped)
        state.gaps = head.gaps + state.gaps.filter { $0.before.map(stays.contains) == true }
        state.refresh = .idle
        self.head = nil
        for change in missed { apply(change) }
        forgetMissed()
        keepAnchor(among: before)
        return [.cancel(head.ticket)] + continueMore()
    }

    /// The way on behind the items that stay, whose places have moved with the head.
    private func continuation(total: Int?) -> PageWalk<Item> {
        var place = walk.bookmark
        if case .offset(let offset)? = place.position {
            let moved = total.flatMap { total in place.total.map { total - $0 } } ?? sequence.count - place.loaded
            place.position = .offset(max(0, offset.clampedAdding(moved)))
        }
        place.recent = sequence.suffix(max(rules.paging.remembered, 1))
        place.loaded = sequence.count
        place.total = total
        return PageWalk(rules: rules.paging, from: place, known: Set(sequence))
    }
}
