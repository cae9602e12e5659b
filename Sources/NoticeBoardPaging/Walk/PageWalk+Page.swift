import NoticeBoardBase

/// Processing a page: where it belongs in a list that may have moved, its new items, and the next position.
extension PageWalk {
    // MARK: - Placing the page

    enum Place { case here(Int), elsewhere(PagePosition?), nowhere }

    var offset: Int? { position.offset }

    mutating func place(_ page: Page<Item>, _ total: Int?) -> Place {
        let grown = continuation.growth(to: total) ?? 0
        if search == nil, !offsets.isOverruled, continuation.pages > 0,
            let new = NumberWalk.search(for: recent, at: position, grownBy: grown, pageSize: page.items.count)
        {
            search = new
            if !page.items.contains(where: { recent.contains($0.id) }) { return .elsewhere(new.position(new.start)) }
        }
        let shrunk = (-grown).clampedAdding(offsets.pinShift)
        if search != nil { return searched(page, total, shrunkBy: max(0, shrunk)) }
        // Items deleted since a search may have been above.
        if offsets.isOverruled, shrunk > 0, let offset, offset > 0 { return .elsewhere(.offset(max(0, offset - shrunk))) }
        guard let offset, continuation.pages > 0, !offsets.isOverruled else {
            offsets.isOverruled = false
            return .here(0)
        }
        if offsets.isDoubtful(page, at: offset, grownBy: grown, known) {
            let new = AnchorSearch(
                recent, before: offsets.reached ?? offset, total: progress.total, orAt: offset,
                limit: rules.maximumSearchPages)
            search = new
            offsets.seam.rest()
            return .elsewhere(.offset(new.start))
        }
        switch offsets.judge(page, at: offset, total, shrunkBy: shrunk, continuation, known) {
        case .fits: return .here(0)
        case .back(let offset): return .elsewhere(.offset(offset))
        case .gap:
            offsets.hasOpenGap = true
            return .here(0)
        }
    }

    private mutating func searched(_ page: Page<Item>, _ total: Int?, shrunkBy shrunk: Int) -> Place {
        guard var search else { return .here(0) }
        defer { if self.search != nil { self.search = search } }
        var next: Int?
        switch page.next {
        case .offset(let end)? where end < total ?? .max: next = end
        case .page(let number)? where !page.items.isEmpty || !page.skipped.isEmpty: next = number
        default: break
        }
        // Deleted items may have been above the origin, and new ones below.
        search.origin = search.origin.map { max(0, $0 - shrunk) }
        switch search.judge(page.items.map { $0.id }, at: position?.page ?? offset ?? 0, next: next, total: total) {
        case .found(let index):
            self.search = nil
            // Items above the first anchor were handed out or are newer. Below it, every unknown item counts: an anchor may have
            // moved.
            for item in page.items[..<index] { known.seen.insert(item.id) }
            return .here(index)
        case .ask(let index): return .elsewhere(search.position(index))
        case .lost where search.origin != nil:
            self.search = nil
            isOutOfOrder = true
            offsets.isOverruled = true
            if offsets.seam.overlap > 0 { offsets.hasOpenGap = true }
            return .elsewhere(search.origin.flatMap(search.position))
        case .lost where total == 0: end = .lastPage
        case .lost:
            hasGivenUp = search.isGivenUp
            continuation.failure = NoticeBoardError(
                .placeLost, "The list no longer contains any of the \(recent.count) items before the bookmark.")
            search.restart()
            position = search.position(search.start)
        }
        return .nowhere
    }

    // MARK: - New items and the next position

    /// Hands out the new items of a page from an index on, and moves to the next position.
    mutating func add(_ page: Page<Item>, from begin: Int, _ total: Int?) -> LoadedPage<Item> {
        let grown = continuation.growth(to: total)
        var leading = 0
        if let offset, continuation.pages > 0, !page.items.isEmpty {
            leading = offsets.countAbove(page, at: offset, grownBy: grown, known)
        }
        let fresh = itemFilter.pass(page.items, begin, &known.seen)
        let above = itemsAbove(fresh, of: page, from: begin, leading: leading, grownBy: grown)
        let room = rules.maximumItems.map { max($0 - progress.loaded, 0) } ?? .max
        let items = fresh.count > room ? Array(fresh.prefix(room)) : fresh
        var gaps: [PageGap<Item.ID>] = []
        if let first = page.items.first, let gap = takeOpenGap(above: first.id) { gaps.append(gap) }
        let start = position
        let before = recent
        continuation.countCopy(
            fresh.isEmpty && total != nil && total == progress.total && offsets.isCopy(page))
        let link = link(of: items.first?.id, on: page, total)
        let index = offset.map { $0.clampedAdding(page.items.count - fresh.count) }
        if continuation.pages == 0, position == nil { first = items.first { !pinned.contains($0.id) }?.id }
        continuation.add(items.count, skipped: page.skipped.count, total: total)
        known.remember(items.dropFirst(above), atMost: rules.remembered)
        known.lastID = page.items.last?.id ?? lastID
        offsets.endsBroken = fresh.isEmpty ? endsBroken || !page.skipped.isEmpty : page.endsBroken
        if !items.isEmpty { offsets.seam.progressed() }
        advance(after: page, total, isNew: !items.isEmpty)
        // With undecodable elements, the indices prove nothing.
        if !page.items.isEmpty { offsets.previous = page.skipped.isEmpty ? page.items : [] }
        continuation.checkLimits()
        if end != nil, let gap = takeOpenGap(above: nil) { gaps.append(gap) }
        var loaded = LoadedPage(
            items: fresh, link: link, above: min(above, items.count), skipped: page.skipped, progress: progress,
            gaps: gaps, bookmark: bookmark, position: start, index: index, recent: before,
            remembered: max(rules.remembered, 1))
        // The limit cuts the page: the bookmark points to the rest of it.
        if items.count < fresh.count {
            end = .limit
            loaded.bookmark = loaded.bookmark(after: items.count)
            loaded.bookmark.loaded = progress.loaded
            loaded.items = items
        }
        return loaded
    }

    /// Returns how many of the new items of a page are above everything loaded.
    private func itemsAbove(
        _ fresh: [Item], of page: Page<Item>, from begin: Int, leading: Int, grownBy grown: Int?
    ) -> Int {
        guard fresh.count < page.items.count else { return leading }
        let arrived = offset == nil ? 0 : offsets.arrived(fresh, page.items[begin...], grownBy: grown, known)
        return max(min(leading, fresh.count), arrived)
    }

    /// Returns the gap above an item, or at the end of the list, if items may be missing there.
    private mutating func takeOpenGap(above id: Item.ID?) -> PageGap<Item.ID>? {
        guard offsets.hasOpenGap else { return nil }
        offsets.hasOpenGap = false
        return PageGap(after: lastID, before: id)
    }

    /// Returns what is known of a new item's place below the last item of the last page.
    private func link(of id: Item.ID?, on page: Page<Item>, _ total: Int?) -> PageLink {
        guard continuation.pages > 0 || !recent.isEmpty, let index = page.items.firstIndex(where: { $0.id == id }) else {
            return .shown
        }
        if let above = page.items[..<index].last(where: { !pinned.contains($0.id) }) {
            return above.id == lastID ? .shown : .unknown
        }
        if position?.cursor != nil { return .shown }
        guard !isOutOfOrder, offsets.pinShift == 0, rules.overlapOfLongerPages == 0 else { return .unknown }
        // Without a total, items may have moved up to the page before.
        if position?.page != nil { return total != nil && total == progress.total ? .likely : .unknown }
        guard offsets.seam.overlap == 0, let offset, let reached = offsets.reached, let total, let former = progress.total
        else { return .unknown }
        // Items that came above have moved loaded ones here, and these were deleted: the page may be above the others.
        if rules.order == .newestFirst, total > former { return .unknown }
        return offset <= reached - max(0, former - total) ? .likely : .unknown
    }

    private mutating func advance(after page: Page<Item>, _ total: Int?, isNew: Bool) {
        let count = page.items.count + page.skipped.count
        continuation.countQuietPage(isNew: isNew)
        offsets.reached = offset.map { $0.clampedAdding(count) }
        // A service that counts on from an empty page names the same offset or the next number.
        let isPast = count == 0 && (page.next?.page != nil || page.next == offset.map { .offset($0) })
        guard let next = isPast ? nil : page.next else {
            if isEarly(count, total) { continuation.endEarly() } else { end = .lastPage }
            return
        }
        guard !isEnd(next, count, total) else { return end = .lastPage }
        guard !continuation.isRepeating, let position = position(at: next, after: page, count, isNew: isNew) else {
            return continuation.endRepetition()
        }
        self.position = position
    }

    /// Returns the position to request for the one that a page names, or `nil` if that came before.
    private mutating func position(at next: PagePosition, after page: Page<Item>, _ count: Int, isNew: Bool) -> PagePosition? {
        switch next {
        case .cursor(let cursor):
            return cursors.visit(cursor, after: position) ? next : nil
        case .page(let number):
            guard NumberWalk.isNext(number, after: position) else { return nil }
            continuation.stride = count
            return next
        case .offset(let offset):
            return offsets.next(offset, after: page, count, isNew: isNew, &continuation).map { .offset($0) }
        }
    }

    /// Returns whether the position that a page of `count` elements names is past the end.
    private func isEnd(_ next: PagePosition, _ count: Int, _ total: Int?) -> Bool {
        if next.cursor != nil { return next.cursor == rules.endMark }
        if total == nil, count < rules.fullPage ?? 0 { return true }
        guard let total, rules.endsAtTotal else { return false }
        if case .offset(let offset) = next { return offset >= total }
        return progress.loaded >= total
    }

    /// Returns whether an empty page arrived before `total` items were loaded.
    private func isEarly(_ count: Int, _ total: Int?) -> Bool {
        guard count == 0, let total = total ?? progress.total else { return false }
        return (offset ?? progress.loaded.clampedAdding(continuation.skipped)) < total
    }
}
