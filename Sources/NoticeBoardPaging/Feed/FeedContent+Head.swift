import NoticeBoardBase

/// What a list makes of its head when that is read again.
extension FeedContent {
    /// Whether a head goes beyond all that was loaded.
    func isCovered(by head: FeedHead<Item>) -> Bool { head.covers(sequence, newcomers) }
    /// Behind which index of the sequence what was loaded goes on below a head.
    func joint(of head: FeedHead<Item>) -> Int? { head.joint(in: sequence, newcomers) }

    /// Returns whether the service has fewer items than the list would have with a head: some below it were deleted.
    func isTooLong(for head: FeedHead<Item>, joiningAfter index: Int) -> Bool {
        guard let now = head.walk.progress.total else { return false }
        let fresh = Set(head.items.map(\.id))
        let gone = sequence[...index].count { !fresh.contains($0) && !newcomers.contains($0) }
        let new = head.items.count { !items.contains(id: $0.id) }
        let unheard = sequence[...index].count(where: newcomers.contains)
        if now < sequence.count - gone + new - unheard { return true }
        guard let before = walk.progress.total, before < .max / 2 else { return false }
        let arrived = head.items.count { !walk.seen.contains($0.id) } - walk.cameAbove
        return now < before - gone + arrived
    }

    /// Puts a head in its place: above what stays from an index of the sequence on, or instead of all of it.
    ///
    /// A head that did not meet what stays leaves a gap between both.
    mutating func take(_ head: FeedHead<Item>, keepingFrom index: Int?, isMet: Bool = true) {
        let new = items.instances(of: head.items)
        if let index {
            join(head, new, above: index, isMet: isMet)
        } else {
            (walk, sequence) = (head.walk, new.map(\.id))
            (skipped, gaps, bridges) = (head.skipped, head.gaps, [:])
            items = FeedItems()
            merge(new)
        }
        newcomers = []
        walk.cameAbove = head.walk.cameAbove
        (total, newItemCount) = (head.walk.progress.total, head.walk.cameAbove)
    }

    private mutating func join(_ head: FeedHead<Item>, _ new: [Item], above index: Int, isMet: Bool) {
        let fresh = new.map(\.id)
        // What stands no more where it stood: read again above, or gone. Nothing here goes through the whole list where the
        // head alone tells: a refresh runs on the main actor.
        var gone = Set(sequence[..<index])
        var known = walk.takeSeen()
        let newOnes = fresh.count { !known.contains($0) }
        // What a change put there may be unknown to the page.
        let missing = gone.subtracting(fresh).subtracting(newcomers)
        let isMixed = fresh.contains { items.contains(id: $0) && !gone.contains($0) }
        for id in gone { known.remove(id) }
        known.formUnion(fresh)
        // Newcomers that the head does not show stay below the gap, and no page brings them a second time.
        if !isMet { known.formUnion(newcomers) }
        gone.formUnion(fresh)
        var rest = Array(sequence[index...])
        if isMixed { rest.removeAll(where: gone.contains) }
        let room = max(rules.paging.maximumItems.map { $0 - fresh.count } ?? .max, 0)
        let isCut = rest.count > room
        if isCut {
            gone.formUnion(rest[room...])
            rest.removeSubrange(room...)
        }
        sequence = fresh + rest
        if rules.order == nil, !isMixed, !isCut {
            items.replaceHead(index, with: new)
        } else {
            items.remove(gone)
            merge(new, ahead: true)
        }
        // How many of the elements before were read again is not known.
        skipped = max(head.skipped, skipped)
        walk.pinned.formUnion(head.walk.pinned)
        let gap = isMet || rest.isEmpty ? [] : [PageGap(after: fresh.last, before: rest.first)]
        gaps = head.gaps + gap + gaps.filter { gap in (gap.before ?? gap.after).map { !gone.contains($0) } == true }
        if !bridges.isEmpty {
            let open = Set(gaps.compactMap(\.before))
            bridges = bridges.filter { open.contains($0.key) }
        }
        if !isMet, let first = rest.first { bridges[first] = head.walk }
        let now = head.walk.progress.total
        // What is known to have come is in the total from before already.
        let left = walk.progress.total.flatMap { before in now.map { (before - $0).clampedAdding(newOnes - walk.cameAbove) } }
        if !missing.isEmpty, left != missing.count {
            // Some of what stood above may have changed its place instead of having left: what is below is read through for it.
            walk.goOn(as: head.walk, known: known, loaded: sequence.count)
        } else if walk.end == nil || isCut || isLonger(now) {
            moveWalk(total: now, known: consume known)
        } else {
            walk.seen = known
            walk.progress.total = now ?? walk.progress.total
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
    private mutating func moveWalk(total: Int?, known: consuming Set<Item.ID>) {
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
        walk.move(to: place, known: consume known, first: sequence.first)
    }

    // MARK: - Gaps

    /// Adds a page to a gap from above, and returns whether anything in it is new.
    mutating func fill(_ gap: PageGap<Item.ID>, with page: Page<Item>) -> (isLonger: Bool, failure: NoticeBoardError?) {
        guard let below = gap.before, var bridge = bridges[below], let place = sequence.firstIndex(of: below) else {
            return (false, nil)
        }
        let loaded = bridge.accept(page)
        let failure = bridge.takeFailure()
        bridges[below] = bridge
        guard let loaded else { return (false, failure) }
        skipped += loaded.skipped.count
        let found = loaded.items.dropFirst(loaded.above)
        let lower = Set(sequence[place...])
        let end = found.firstIndex { lower.contains($0.id) } ?? found.endIndex
        let new = found[..<end].filter { !items.contains(id: $0.id) }
        sequence.insert(contentsOf: new.map(\.id), at: place)
        if let precedes = rules.order { items.merge(new, ahead: true, by: precedes) } else { items.insert(new, at: place) }
        walk.noteKnown(new.map(\.id))
        gaps.removeAll { $0 == gap }
        if end == found.endIndex, bridge.end == nil {
            gaps.append(PageGap(after: place + new.count > 0 ? sequence[place + new.count - 1] : nil, before: below))
        } else {
            bridges[below] = nil
        }
        return (!new.isEmpty, failure)
    }

    /// Returns the gap above an item, as it is now.
    func gap(above id: Item.ID?) -> PageGap<Item.ID>? { gaps.first { $0.before == id } }

    /// Returns where the next page of a gap begins, or `nil` if the gap cannot be loaded.
    func position(of gap: PageGap<Item.ID>) -> PagePosition?? { gap.before.flatMap { bridges[$0] }.map(\.position) }

    /// Makes the neighbors of an item that goes the edges of its gaps.
    mutating func moveGaps(from index: Int) {
        let id = sequence[index]
        for number in gaps.indices where gaps[number].after == id { gaps[number].after = index > 0 ? sequence[index - 1] : nil }
        for number in gaps.indices where gaps[number].before == id {
            gaps[number].before = index + 1 < sequence.count ? sequence[index + 1] : nil
        }
        guard let bridge = bridges.removeValue(forKey: id), index + 1 < sequence.count else { return }
        bridges[sequence[index + 1]] = bridge
    }
}
