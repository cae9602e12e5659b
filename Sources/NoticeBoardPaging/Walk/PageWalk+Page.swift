import NoticeBoardBase

/// Processing a page: where it belongs in a list that may have moved, its new items, and the next position.
extension PageWalk {
    // MARK: - Placing the page

    enum Place { case here(Int), elsewhere(PagePosition?), nowhere }

    var offset: Int? { position.offset }

    mutating func place(_ page: Page<Item>, _ total: Int?) -> Place {
        let grown = total.flatMap { total in progress.total.map { total - $0 } } ?? 0
        if search == nil, !isOverruled, pages > 0, grown > 0, grown >= page.items.count, let number = position?.page {
            // The last items handed out are at least a page further down: first look at the page above.
            search = AnchorSearch(recent, fromPage: max(number - 1, 0), orAt: number)
            if !page.items.contains(where: { recent.contains($0.id) }) { return .elsewhere(search?.position(number - 1)) }
        }
        let shrunk = (-grown).clampedAdding(pinShift)
        if search != nil { return searched(page, total, shrunkBy: max(0, shrunk)) }
        // Items deleted since a search may have been above.
        if isOverruled, shrunk > 0, let offset, offset > 0 { return .elsewhere(.offset(max(0, offset - shrunk))) }
        guard let offset, pages > 0, !isOverruled else {
            isOverruled = false
            return .here(0)
        }
        if isDoubtful(page, at: offset, total) {
            search = AnchorSearch(
                recent, before: reached ?? offset, total: progress.total, orAt: offset, limit: rules.maximumSearchPages)
            seam.rest()
            return .elsewhere(search.map { .offset($0.start) })
        }
        let isEmpty = page.items.isEmpty && page.skipped.isEmpty
        // Undecodable elements overlap with no page: in a feed, an unchanged total then has to do.
        let isUnchanged = endsBroken && seam.lead == 0 && total != nil && total == progress.total
        let isProved = seam.overlap > 0 && (isProved(page) || rules.overlapOfLongerPages > 0 && isUnchanged)
        switch seam.judge(at: offset, isProved: isProved, isEmpty: isEmpty, isLast: page.next == nil, shrunkBy: shrunk) {
        case .fits: return .here(0)
        case .back(let offset): return .elsewhere(.offset(offset))
        case .gap:
            hasOpenGap = true
            return .here(0)
        }
    }

    /// Returns whether an item proves that nothing is missing between this page and the previous one.
    ///
    /// An item at the same index as on the previous page proves nothing: it is pinned. An identical page counts as proof: too many
    /// copies end the walk.
    private func isProved(_ page: Page<Item>) -> Bool {
        let (items, previous) = (page.items, page.skipped.isEmpty ? previous : [])
        for (index, item) in items.enumerated() where isPlaced(item) {
            guard index < previous.count, previous[index].id == item.id else { return true }
        }
        return isCopy(page)
    }

    /// Returns whether a page has the same items as the previous one.
    private func isCopy(_ page: Page<Item>) -> Bool {
        page.skipped.isEmpty && !page.items.isEmpty && page.items.elementsEqual(previous) { $0.id == $1.id }
    }

    /// Returns whether the page may be above everything loaded.
    ///
    /// It has no known item, and either more items arrived than fill the page or the list above it, or the search has reached the
    /// head.
    private func isDoubtful(_ page: Page<Item>, at offset: Int, _ total: Int?) -> Bool {
        guard !recent.isEmpty, !page.items.isEmpty else { return false }
        let grown = total.flatMap { total in progress.total.map { total - $0 } } ?? 0
        let isBurst = grown > min(page.items.count - page.pinned + page.skipped.count, offset)
        guard isBurst || offset == 0 && seam.overlap > 0 else { return false }
        return !page.items.contains(where: isPlaced)
    }

    /// Returns whether an item is known and proves a position.
    func isPlaced(_ item: Item) -> Bool {
        seen.contains(item.id) && !pinned.contains(item.id)
    }

    /// Returns the anchors that prove a position: all but the pinned ones, or all if every one is pinned.
    static func apart(_ anchors: [Item.ID], from pinned: Set<Item.ID>) -> [Item.ID] {
        guard !pinned.isEmpty else { return anchors }
        let movable = anchors.filter { !pinned.contains($0) }
        return movable.isEmpty ? anchors : movable
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
            for item in page.items[..<index] { seen.insert(item.id) }
            return .here(index)
        case .ask(let index): return .elsewhere(search.position(index))
        case .lost where search.origin != nil:
            self.search = nil
            (isOverruled, isOutOfOrder, hasOpenGap) = (true, true, hasOpenGap || seam.overlap > 0)
            return .elsewhere(search.origin.flatMap(search.position))
        case .lost where total == 0: end = .lastPage
        case .lost:
            hasGivenUp = search.isGivenUp
            failure = NoticeBoardError(
                .placeLost, "The list no longer contains any of the \(recent.count) items before the bookmark.")
            search.restart()
            position = search.position(search.start)
        }
        return .nowhere
    }

    // MARK: - New items and the next position

    mutating func take(_ page: Page<Item>, from begin: Int, _ total: Int?) -> LoadedPage<Item> {
        let leading = countAbove(page, total)
        let fresh = itemFilter.pass(page.items, begin, &seen)
        let above =
            fresh.count == page.items.count
            ? leading : max(min(leading, fresh.count), arrived(fresh, page.items[begin...], total))
        let room = rules.maximumItems.map { max($0 - progress.loaded, 0) } ?? .max
        let items = fresh.count > room ? Array(fresh.prefix(room)) : fresh
        var gaps: [PageGap<Item.ID>] = []
        if hasOpenGap, let first = page.items.first {
            gaps.append(PageGap(after: lastID, before: first.id))
            hasOpenGap = false
        }
        let (start, before) = (position, recent)
        // With an unchanged total, copies show that the service ignores the position.
        copies = fresh.isEmpty && total != nil && total == progress.total && isCopy(page) ? copies + 1 : 0
        let link = link(of: items.first?.id, on: page, total)
        let index = offset.map { $0.clampedAdding(page.items.count - fresh.count) }
        if pages == 0, position == nil { first = items.first { !pinned.contains($0.id) }?.id }
        pages += 1
        progress = PageProgress(loaded: progress.loaded + items.count, total: total ?? progress.total)
        remember(items.dropFirst(above))
        lastID = page.items.last?.id ?? lastID
        skipped += page.skipped.count
        endsBroken = fresh.isEmpty ? endsBroken || !page.skipped.isEmpty : page.endsBroken
        if !items.isEmpty {
            seam.progressed()
            reportedEarlyEnd = false
        }
        goOn(after: page, total, isNew: !items.isEmpty)
        // With undecodable elements, the indices prove nothing.
        if !page.items.isEmpty { previous = page.skipped.isEmpty ? page.items : [] }
        if end == nil, progress.loaded >= rules.maximumItems ?? .max || pages >= rules.maximumPages ?? .max { end = .limit }
        if hasOpenGap, end != nil {
            gaps.append(PageGap(after: lastID, before: nil))
            hasOpenGap = false
        }
        var loaded = LoadedPage(
            items: fresh, link: link, above: min(above, items.count), skipped: page.skipped, progress: progress,
            gaps: gaps,
            bookmark: bookmark,
            position: start, index: index, recent: before, remembered: max(rules.remembered, 1))
        // The limit cuts the page: the bookmark points to the rest of it.
        if items.count < fresh.count {
            end = .limit
            loaded.bookmark = loaded.bookmark(after: items.count)
            loaded.items = items
        }
        return loaded
    }

    /// Returns how many items at the top of a page are above loaded rows, even if the first rows were deleted.
    ///
    /// The total must have grown by as many. Without a total, two known rows must follow: a single one may have moved.
    private func arrived(_ fresh: [Item], _ items: ArraySlice<Item>, _ total: Int?) -> Int {
        let count = zip(fresh, items).prefix { $0.id == $1.id }.count
        let known = items.dropFirst(count).prefix { isPlaced($0) && $0.id != fresh.dropFirst(count).first?.id }.count
        guard offset != nil, known > 0 else { return 0 }
        let isAbove = total.flatMap { total in progress.total.map { total - $0 >= count } } ?? (known > 1)
        return isAbove ? count : 0
    }

    /// Returns what is known of a new item's place below the last item of the last page.
    private func link(of id: Item.ID?, on page: Page<Item>, _ total: Int?) -> PageLink {
        guard pages > 0 || !recent.isEmpty, let index = page.items.firstIndex(where: { $0.id == id }) else { return .shown }
        if let above = page.items[..<index].last(where: { !pinned.contains($0.id) }) {
            return above.id == lastID ? .shown : .unknown
        }
        if position?.cursor != nil { return .shown }
        guard !isOutOfOrder, pinShift == 0, rules.overlapOfLongerPages == 0 else { return .unknown }
        if position?.page != nil { return total == progress.total ? .likely : .unknown }
        guard seam.overlap == 0, let offset, let reached, let total, let former = progress.total else { return .unknown }
        return offset <= reached - max(0, former - total) ? .likely : .unknown
    }

    private mutating func remember(_ items: ArraySlice<Item>) {
        let room = max(rules.remembered, 1)
        recent = Array((recent + items.suffix(room).map { $0.id }).suffix(room))
    }

    private mutating func goOn(after page: Page<Item>, _ total: Int?, isNew: Bool) {
        let count = page.items.count + page.skipped.count
        // Filters, or posts that arrive between two pages, can cause a few pages without new items.
        quietPages = isNew ? 0 : quietPages + 1
        let isRepeating = quietPages >= 100 || copies >= 3
        reached = offset.map { $0.clampedAdding(count) }
        let isShort = total == nil && count < rules.fullPage ?? 0
        // A service that counts on from an empty page names the same offset or the next number.
        let isPast = count == 0 && (page.next?.page != nil || page.next == offset.map { .offset($0) })
        let next = isPast ? nil : page.next
        switch next {
        case nil where isEarly(page, count, total): endEarly()
        case nil: end = .lastPage
        case .cursor(let cursor)? where cursor == rules.endMark: end = .lastPage
        case .offset(let next)? where next >= total ?? .max: end = .lastPage
        case .offset? where isShort, .page? where isShort: end = .lastPage
        case .cursor(let cursor)?:
            guard !isRepeating, position != .cursor(cursor), visited.insert(cursor).inserted else { return endRepetition() }
            position = .cursor(cursor)
        case .page? where total.map { progress.loaded >= $0 } ?? false: end = .lastPage
        case .page(let number)?:
            guard !isRepeating, number > position?.page ?? .min else { return endRepetition() }
            stride = count
            position = .page(number)
        case .offset(let next)?:
            guard !isRepeating, next > offset ?? -1 else { return endRepetition() }
            seam.shorterPages = !isNew && count < stride ? seam.shorterPages + 1 : 0
            stride = position == nil ? count : next - (offset ?? next)
            reached = next
            seam.overlap = max(rules.overlap(knowing: progress.total), count > 1 ? rules.overlapOfLongerPages : 0)
            position = .offset(seam.join(at: next, after: min(stride, count), broken: page.skipped.map(\.index)))
        }
    }

    /// Returns whether an empty page arrived before `total` items were loaded.
    private func isEarly(_ page: Page<Item>, _ count: Int, _ total: Int?) -> Bool {
        guard count == 0, let total = total ?? progress.total else { return false }
        return (offset ?? progress.loaded.clampedAdding(skipped)) < total
    }

    private mutating func endEarly() {
        guard !rules.acceptsEarlyEnd, !reportedEarlyEnd else { return end = .early }
        reportedEarlyEnd = true
        failure = NoticeBoardError(
            .endedEarly, "Nothing came after \(progress.loaded) items, of \(progress.total ?? 0) that there are said to be.")
    }

    private mutating func endRepetition() {
        (quietPages, copies) = (0, 0)
        guard !rules.endsAtRepeatedPosition else { return end = .repeatedPosition }
        failure = NoticeBoardError(.endlessList, "A position or a page came again: the list would never end.")
    }
}
