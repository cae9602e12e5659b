import NoticeBoardBase

/// What a list makes of its head when that is read again.
extension FeedContent {
    /// Puts a head in its place: above what stays from an index of the sequence on, or instead of all of it.
    ///
    /// A head that did not meet what stays leaves a gap between both.
    mutating func take(_ head: FeedHead<Item>, keepingFrom index: Int?, isMet: Bool = true) {
        let fresh = Set(head.items.map { $0.id })
        // A head that holds everything that was loaded is the list from now on; newcomers tell no place below it.
        let isWhole = !isMet && sequence.allSatisfy { fresh.contains($0) || newcomers.contains($0) }
        var expected: Int?
        if let index, !isWhole {
            expected = join(head, above: index, isMet: isMet)
        } else {
            (stale, ways) = ([], [:])
            let new = items.instances(of: head.items)
            (walk, sequence) = (head.walk, new.map { $0.id })
            (skipped, gaps, bridges) = (head.skipped, head.gaps, [:])
            items = FeedItems()
            merge(new)
        }
        // Newcomers that the head does not show stay above the gap until a page brings them.
        newcomers = newcomers.filter { !fresh.contains($0) && items.contains(id: $0) }
        walk.cameAbove = head.walk.cameAbove
        (total, newItemCount) = (head.walk.progress.total, head.walk.cameAbove)
        servedTotal = total
        doubtRows(from: head.items.count, expecting: expected)
    }

    /// Puts a head above what stays, and returns the total that is expected if nothing else has left.
    private mutating func join(_ head: FeedHead<Item>, above index: Int, isMet: Bool) -> Int? {
        let fresh = head.items.map { $0.id }
        // What stands no more where it stood: read again above, or gone. Nothing here goes through the whole list where the
        // head alone tells: a refresh runs on the main actor.
        var gone = Set(sequence[..<index])
        var known = walk.takeSeen()
        let newOnes = fresh.count { !known.contains($0) && !items.contains(id: $0) }
        // What a change put there may be unknown to the page.
        let missing = gone.subtracting(fresh).subtracting(newcomers)
        let expected = total.map { $0.clampedAdding(max(0, newOnes - newItemCount) - missing.count) }
        let isMixed = fresh.contains { items.contains(id: $0) && !gone.contains($0) }
        for id in gone { known.remove(id) }
        gone.formUnion(fresh)
        var rest = Array(sequence[index...])
        if isMixed { rest.removeAll(where: gone.contains) }
        let room = max(rules.paging.maximumItems.map { $0 - fresh.count } ?? .max, 0)
        let isCut = rest.count > room
        if isCut {
            gone.formUnion(rest[room...])
            rest.removeSubrange(room...)
        }
        let continuation = moveGaps(from: index, past: gone)
        if !isMet, let below = rest.first(where: { !newcomers.contains($0) }) { openGap(above: below, after: head) }
        gaps = head.gaps + gaps
        sequence = fresh + rest
        if rules.order == nil, !isMixed, !isCut {
            items.replaceHead(index, with: head.items)
            judge(head.items)
        } else {
            let new = items.instances(of: head.items)
            items.remove(gone)
            merge(new, ahead: true)
        }
        alignGaps()
        stale.subtract(gone)
        // How many of the elements before were read again is not known.
        skipped = max(head.skipped, skipped)
        walk.pinned.formUnion(head.walk.pinned)
        // Below a gap the walk knows its own stretch alone: what else is shown proves no place there.
        if bridges.isEmpty { known.formUnion(fresh) }
        let now = head.walk.progress.total
        // What is known to have come is in the total from before already.
        let left = walk.progress.total.flatMap { before in now.map { (before - $0).clampedAdding(newOnes - walk.cameAbove) } }
        if let continuation, !isCut {
            walk.goOn(as: continuation, known: known.union(sequence), loaded: sequence.count)
        } else if bridges.isEmpty, !missing.isEmpty, left != missing.count {
            // Some of what stood above may have changed its place instead of having left: what is below is read through for it.
            walk.goOn(as: head.walk, known: known, loaded: sequence.count)
        } else if walk.end == nil || isCut || isLonger(now, readAt: head.walk.position) {
            moveWalk(total: now, known: consume known)
        } else {
            walk.seen = known
        }
        return expected
    }

    /// Whether a list that was read to its end may have got longer there: a total tells, and where there is none, asking does.
    func isLonger(_ total: Int?, readAt position: PagePosition?) -> Bool {
        guard walk.end == .lastPage || walk.end == .early else { return false }
        // A list of one page had no cursor: there is none behind its end.
        if walk.position == nil, case .cursor? = position { return false }
        // What is missing may stand in a gap.
        if let total { return bridges.isEmpty && total > sequence.count }
        return walk.position?.cursor == nil && walk.position?.page == nil
    }

    /// Lets the walk look for the end of what is loaded: the last items tell where it is.
    mutating func moveWalk(total: Int?, known: consuming Set<Item.ID>) {
        var place = walk.bookmark
        let start = lowestStart
        let shift = total.flatMap { now in place.total.map { now - $0 } } ?? sequence.count - place.loaded
        switch place.position {
        case .offset(let offset)? where walk.end == nil: place.position = .offset(max(0, offset.clampedAdding(shift)))
        case nil, .offset?: place.position = .offset(sequence.count)
        case .cursor?, .page?: break
        }
        // A slice of the end made into an array: an array asked for at once goes through the whole.
        place.recent = Array(sequence[start...].suffix(max(rules.paging.remembered, 1)))
        (place.loaded, place.total, place.isAtEnd) = (sequence.count, total, false)
        walk.move(to: place, known: consume known, first: firstOfWalk)
    }
}
