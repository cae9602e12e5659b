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
        let joins = joining && !sequence.isEmpty && !isPlaceLost && !walk.isTangled
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

    /// Takes in a page of the head.
    mutating func takeHead(_ page: Page<Item>) -> [Effect] {
        guard var head else { return [] }
        head.accept(page)
        let failure = head.takeFailure()
        self.head = head
        if head.walk.end != nil || covers(head) { return finish(head, joiningAfter: nil) }
        if let index = joint(of: head) { return finish(head, joiningAfter: index) }
        if !head.items.isEmpty, !head.joins || head.pages >= rules.refreshPages {
            return finish(head, joiningAfter: nil, failure)
        }
        if let failure { return end(head.ticket, in: .failed(failure)) }
        let ticket = head.turn()
        self.head = head
        return [.load(head.walk.position, ticket)]
    }

    /// Whether a head goes beyond all that was loaded: it shows the last two of it, one behind the other.
    private func covers(_ head: FeedHead<Item>) -> Bool {
        guard head.joins, sequence.count - newcomers.count > 1, let last = sequence.last,
            let index = head.items.lastIndex(where: { $0.id == last }), index > 0
        else { return false }
        return head.items[index - 1].id == sequence[sequence.count - 2]
    }

    /// The index of the sequence behind which what was loaded goes on below a head.
    ///
    /// That is where the last item of the head stands, if nothing is let go by that. Otherwise the one before it has to agree,
    /// and no more may go than was read: an item may have jumped to just this place.
    private func joint(of head: FeedHead<Item>) -> Int? {
        guard head.joins, let last = head.items.last?.id, !newcomers.contains(last), let index = sequence.firstIndex(of: last),
            index - newcomers.count < 2 * head.items.count
        else { return nil }
        let fresh = Set(head.items.map(\.id))
        if sequence[...index].allSatisfy({ fresh.contains($0) || newcomers.contains($0) }) { return index }
        let agrees = index > 0 && head.items.count > 1 && sequence[index - 1] == head.items[head.items.count - 2].id
        return agrees ? index : nil
    }

    /// Puts the head in its place, above what was loaded behind an index of the sequence; `failure` is that of the way on.
    private mutating func finish(
        _ head: FeedHead<Item>, joiningAfter index: Int?, _ failure: NoticeBoardError? = nil
    ) -> [Effect] {
        let before = state.items
        var head = head
        head.keepInstances(of: before)
        if let index {
            join(head, after: index)
        } else {
            (walk, sequence) = (head.walk, head.items.map(\.id))
            (state.skipped, state.gaps, state.items) = (head.skipped, head.gaps, [])
            rules.order.merge(head.items, into: &state.items)
        }
        newcomers = []
        (state.isLoaded, state.isOld) = (true, false)
        walk.cameAbove = head.walk.cameAbove
        (state.total, state.newAbove) = (head.walk.progress.total, head.walk.cameAbove)
        applyMissed(in: head)
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
        let newOnes = fresh.count { !known.contains($0) }
        // What a change put there may be unknown to the page.
        let missing = gone.subtracting(fresh).subtracting(newcomers)
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
        let now = head.walk.progress.total
        let left = walk.progress.total.flatMap { before in now.map { before + newOnes - $0 } }
        if !missing.isEmpty, left != missing.count {
            // Some of what stood above may have changed its place instead of having left: what is below is read through for it.
            walk.goOn(as: head.walk, known: known, loaded: sequence.count)
        } else if walk.end == nil || isCut || isLonger(now) {
            moveWalk(total: now, known: known)
        } else {
            walk.seen = known
        }
    }

    /// Whether a list that was read to its end may have got longer there: a total tells, and where there is none, asking does.
    private func isLonger(_ total: Int?) -> Bool {
        guard walk.end == .lastPage || walk.end == .early else { return false }
        if let total { return total > sequence.count }
        if case .cursor? = walk.position { return false }
        return true
    }

    /// Lets the walk look for the end of what is loaded: the last items tell where it is.
    private mutating func moveWalk(total: Int?, known: Set<Item.ID>) {
        var place = walk.bookmark
        let shift = total.flatMap { now in place.total.map { now - $0 } } ?? sequence.count - place.loaded
        switch place.position {
        case .offset(let offset)? where walk.end == nil: place.position = .offset(max(0, offset.clampedAdding(shift)))
        case nil, .offset?: place.position = .offset(sequence.count)
        case .cursor?: break
        }
        // A slice of the end made into an array: an array asked for at once goes through the whole.
        place.recent = Array(sequence.suffix(max(rules.paging.remembered, 1)))
        (place.loaded, place.total, place.isAtEnd) = (sequence.count, total, false)
        walk.move(to: place, known: known, first: sequence.first)
    }
}
