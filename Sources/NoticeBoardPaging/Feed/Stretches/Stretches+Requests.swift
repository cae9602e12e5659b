extension Stretches {
    package typealias Request = StretchRequest<Item.ID>

    /// Returns the request for the list's beginning.
    package func head() -> Request {
        if items.isEmpty, let start = gaps.first?.start { return Request(purpose: .head, position: start) }
        return Request(purpose: .head)
    }

    /// Returns the request for the middle of a list of which nothing is loaded.
    package func start(at offset: Int) -> Request {
        Request(purpose: .start(offset), position: offset > 0 ? .offset(offset) : nil)
    }

    /// Returns the request that fills a gap from one of its ends, or `nil` if it cannot be filled from there.
    package func fill(_ id: Int, fromOlderEnd: Bool = false) -> Request? {
        guard let gap = gaps.first(where: { $0.id == id }) else { return nil }
        guard gap.at > 0, !fromOlderEnd else { return fillFromBelow(gap) }
        let above = items[gap.at - 1].id
        if usesCursors { return behindCursor(at: gap.at - 1, for: .newerEnd(gap: id)) }
        let end = offset(at: gap.at - 1).clampedAdding(1)
        if gap.tail > 0, gap.tail >= stride - 1 {
            let position = PagePosition.offset(end.clampedAdding(gap.tail))
            return Request(purpose: .newerEnd(gap: id), position: position, follows: above, isExact: false)
        }
        // The row above is read again: it proves that nothing lies between.
        return Request(purpose: .newerEnd(gap: id), position: .offset(end - overlap))
    }

    /// How many items are read again with the next page.
    private var overlap: Int { stride > 1 ? 1 : 0 }

    private func fillFromBelow(_ gap: Gap) -> Request? {
        guard gap.at < items.count else { return items.isEmpty ? head() : nil }
        guard !usesCursors else { return gap.at == 0 ? head() : nil }
        let above = gap.at > 0 ? offset(at: gap.at - 1) : 0
        let start = max(above, offset(at: gap.at) + 1 - max(stride, 2))
        return Request(purpose: .olderEnd(gap: gap.id), position: start > 0 ? .offset(start) : nil)
    }

    /// Returns the request that reads a stale row again, or `nil` if the row is not stale.
    package func rowAppeared(_ id: Item.ID) -> Request? {
        guard let position = items.index(id: id), isStale(at: position) else { return nil }
        guard !usesCursors else { return behindCursor(at: position - 1, for: .reread(id)) }
        // The row above belongs to the page; where that is stale as well, the page reaches further up.
        var lead = 1
        while lead < stride / 2, position - lead > 0, isStale(at: position - lead) { lead += 1 }
        let start = max(0, offset(at: position) - lead)
        return Request(purpose: .reread(id), position: start > 0 ? .offset(start) : nil)
    }

    /// Returns a request behind the nearest cursor that was kept at or above a position.
    private func behindCursor(at position: Int, for purpose: Request.Purpose) -> Request {
        var position = position
        while position >= 0 {
            let id = items[position].id
            if let cursor = cursors[id] {
                return Request(purpose: purpose, position: .cursor(cursor.text), follows: id, isExact: cursor.isExact)
            }
            position -= 1
        }
        return Request(purpose: purpose)
    }

    /// Returns what to ask for after an answer that missed what it was asked for.
    func retry(_ request: Request, knows: Bool, change: Int, isEmpty: Bool) -> Request? {
        guard request.tries < 11, let offset = request.offset, offset > 0 || knows else { return nil }
        var next = request
        next.tries += 1
        (next.follows, next.isExact) = (nil, true)
        if knows {
            // The estimate is right by now.
            let corrected: Request? =
                switch request.purpose {
                case .head, .start: nil
                case .newerEnd(let gap): fill(gap)
                case .olderEnd(let gap): fill(gap, fromOlderEnd: true)
                case .reread(let id): rowAppeared(id)
                }
            guard var corrected, corrected.position != request.position else { return nil }
            corrected.tries = next.tries
            return corrected
        }
        var target = offset - (1 << request.tries)
        if request.tries == 0, change != 0 { target = offset.clampedAdding(change) }
        if isEmpty, let total { target = Swift.min(target, total - 1) }
        next.position = target > 0 ? .offset(target) : nil
        return next
    }
}
