import NoticeBoardBase

/// The gaps between stretches, each named by the item below it, and their pages from above.
extension FeedContent {
    /// Where items may be missing, in list order.
    var gaps: [PageGap<Item.ID>] {
        guard list.hasGaps else { return [] }
        var gaps: [PageGap<Item.ID>] = []
        for number in list.stretches.indices.dropFirst() {
            let above = list.stretches[number - 1].rows.last
            let below = list.stretches[number].rows.first
            gaps.append(PageGap(after: above.map { id(of: $0.slot) }, before: below.map { id(of: $0.slot) }))
        }
        return gaps
    }

    /// Returns the current gap above an item.
    func gap(above id: Item.ID?) -> PageGap<Item.ID>? { gaps.first { $0.before == id } }

    /// Returns the number of the stretch above the gap above an item.
    func stretch(aboveGap id: Item.ID?) -> Int? { gaps.firstIndex { $0.before == id } }

    /// Returns the walk that fills a gap from above.
    func walk(into gap: PageGap<Item.ID>) -> PageWalk<Item>? { stretch(aboveGap: gap.before).map { list.stretches[$0].walk } }

    /// Opens the gaps that a walk reported, because the list changed too fast.
    mutating func openGaps(_ reported: [PageGap<Item.ID>]) {
        for edges in reported {
            guard let below = edges.before, let index = index(of: below), list.prefix(index).contains(where: \.hasPlace),
                gap(above: below) == nil
            else { continue }
            list.split(at: index, walk(below: index, from: .offset(index.clampedAdding(newItemCount))), link: .unknown)
            showRows()
        }
    }

    // MARK: - Filling

    /// Adds a page to a gap from above.
    mutating func fill(_ gap: PageGap<Item.ID>, with page: Page<Item>) -> PageResult {
        guard let number = stretch(aboveGap: gap.before) else { return PageResult() }
        let former = list.stretches[number].walk
        let position = former.position
        note(page, at: position)
        confirmRows(of: page, at: position)
        // A retry asks again where the service ended too early.
        var gapWalk = former
        gapWalk.end = nil
        list.setWalk(gapWalk, of: number)
        let accepted = accept(page, in: number)
        gapWalk = list.stretches[number].walk
        let start = list.start(of: number + 1)
        if gapWalk.isOutOfOrder || accepted.failure?.code == .placeLost {
            // The page may belong elsewhere: look for the whole stretch above, then begin at the head.
            let anew = walk(below: start, from: gapWalk.position?.page == nil ? gapWalk.position : nil)
            let isLost = !gapWalk.isOutOfOrder && gapWalk.recent.count == anew.recent.count
            list.setWalk(isLost ? PageWalk(rules: rulesOfGaps) : anew, of: number)
            return PageResult()
        }
        let meeting = meetingElement(of: page.items, below: number, former.lastID)
        if endsAboveGap(page, at: position, gapWalk, start) {
            gapWalk.end = .lastPage
            list.setWalk(gapWalk, of: number)
            // The rows below the gap are gone, which their reload proves.
            if meeting == nil { doubtRows(from: start) }
        }
        total = gapWalk.progress.total ?? total
        var result = PageResult(failure: accepted.failure)
        if gapWalk.end == .early || gapWalk.end == .repeatedPosition {
            result.failure = NoticeBoardError(.endedEarly, "The service has no more items in a gap.")
        }
        result.looksElsewhere = gapWalk.end == .early && lookAgain(above: start, of: number)
        guard !result.looksElsewhere else { return result }
        guard let loaded = accepted.loaded else {
            // A total of nothing ends the walk without a page.
            if gapWalk.end == .lastPage { close(number) }
            return result
        }
        if gapWalk.isReturning {
            let isAbove = meeting == nil && gapWalk.end == nil && !shows(page, rowOf: number)
            // The rows of the page are above the stretch: a refresh, or the gap above it, brings them.
            guard !isAbove else { return result }
            gapWalk.isReturning = false
            list.setWalk(gapWalk, of: number)
        }
        if let meeting {
            result.hasNewRows = fill(number, with: page, loaded, after: former, meeting: meeting)
            return result
        }
        result.hasNewRows = addOlder(
            page, loaded, to: number, at: position, below: former.lastID, endedBroken: former.endsBroken,
            arrivals: arrivals(loaded, above: number))
        if loaded.link != .unknown, !former.endsBroken, isEnd(page, below: former.lastID, ofStretch: number) {
            removeRows(below: number)
        }
        // The row below the gap may have moved, so the gap is found by its walk.
        if let ended = list.stretches.dropLast().lastIndex(where: { $0.walk.end == .lastPage }) { close(ended) }
        return result
    }

    /// Returns whether a page shows that the list ends above the row at an index, which is below a gap.
    ///
    /// An empty page shows it, unless the total counts more rows: its cursor may be unknown to the service by now. The page above
    /// decides, which still names the same position.
    private func endsAboveGap(_ page: Page<Item>, at position: PagePosition?, _ gapWalk: PageWalk<Item>, _ start: Int) -> Bool {
        if isBelowLastItems(page.next, page.total) { return true }
        guard gapWalk.end == .early, page.next == nil, position?.cursor != nil else { return false }
        return page.total.map { $0 <= start } ?? true
    }

    /// Returns whether a page that continues a stretch below `lastID` ends the list, so that the rows below the gap are gone.
    ///
    /// A total that counts more rows than these contradicts it. Without a total, the rows of an offset may have moved up between
    /// two requests, and those below the gap may be among them. An empty page needs a total that agrees: its position may be
    /// unknown to the service by now.
    private func isEnd(_ page: Page<Item>, below lastID: Item.ID?, ofStretch number: Int) -> Bool {
        guard page.next == nil, page.skipped.isEmpty, rules.serviceOrder != .moving, showsPlaces,
            mergeRules.removable == .unconfirmed, let lowest = list.stretches[number].rows.last(where: \.hasPlace)?.slot,
            page.items.last?.id ?? lastID == id(of: lowest)
        else { return false }
        let agrees = page.total.map { $0 <= list.stretches[number].rows.count(where: \.hasPlace) }
        guard page.items.isEmpty else { return number > 0 || agrees ?? true }
        return number == 0 && agrees ?? false
    }

    /// Removes the rows below a stretch, since the list ends with it; those that were shown since the last refresh are elsewhere.
    private mutating func removeRows(below number: Int) {
        let rows = list.stretches[(number + 1)...].flatMap(\.rows)
        let below = Set(rows.filter { $0.hasPlace && $0.existence > .confirmed }.map(\.slot))
        _ = list.takeOut { below.contains($0.slot) }
        showRows()
    }

    /// Lets the walk of a stretch read the rows above an index again, after an empty page; returns whether it can.
    private mutating func lookAgain(above index: Int, of number: Int) -> Bool {
        let position = list.stretches[number].walk.position
        if position?.cursor != nil { return stepBackAboveGap(below: number) }
        guard case .offset? = position, facts.emptyPages?.total == total else { return false }
        list.setWalk(walk(below: index, from: position), of: number)
        return true
    }

    /// Returns whether a page has a row of a stretch.
    private func shows(_ page: Page<Item>, rowOf number: Int) -> Bool {
        let rows = list.stretches[number].rows
        return page.items.contains { item in items.slot(of: item.id).map { rows.firstIndex(slot: $0) != nil } ?? false }
    }

    /// Returns the rows further down that have moved into the gap below a stretch.
    private func arrivals(_ loaded: LoadedPage<Item>, above number: Int) -> Set<Int> {
        let slots = Set(loaded.items.dropFirst(loaded.above).compactMap { items.slot(of: $0.id) })
        guard !slots.isEmpty else { return [] }
        var arrivals: Set<Int> = []
        for stretch in list.stretches.dropFirst(number + 1) {
            // The item below a gap stays: it identifies the gap.
            for row in stretch.rows.dropFirst() where slots.contains(row.slot) { arrivals.insert(row.slot) }
        }
        return arrivals
    }

    /// Returns the index on a page of the element at which the page meets the stretch below a gap.
    ///
    /// That is one of the rows known to be below the stretch's first one, or two of its rows in a row: a single one may have moved.
    private func meetingElement(of page: [Item], below number: Int, _ previous: Item.ID?) -> Int? {
        let rows = list.stretches[(number + 1)...].flatMap(\.rows)
        let indices = rows.indices(of: items.knownSlots(of: page))
        let end = rows.dropFirst().firstIndex { !$0.isNewcomer && !$0.link.isOrdered } ?? rows.endIndex
        let known = rules.serviceOrder == .moving ? 1 : end
        var wasBelow = previous.flatMap(items.slot).flatMap(rows.firstIndex(slot:)).map { rows[$0].hasPlace } ?? false
        for (element, item) in page.enumerated() {
            let index = items.slot(of: item.id).flatMap { indices[$0] }.flatMap { rows[$0].hasPlace ? $0 : nil }
            if let index, index < known { return element }
            if index != nil, wasBelow { return max(element - 1, 0) }
            wasBelow = index != nil
        }
        return nil
    }

    /// Fills a gap from above with a page that shows a row below it; returns whether there were new items.
    private mutating func fill(
        _ number: Int, with page: Page<Item>, _ loaded: LoadedPage<Item>, after former: PageWalk<Item>, meeting element: Int
    ) -> Bool {
        facts.skipped += loaded.skipped.count
        let start = list.start(of: number + 1)
        let isBelow = former.lastID != nil && loaded.link != .unknown && !former.endsBroken
        let isShownAgain = page.items.contains { $0.id == former.lastID }
        let above = isBelow && !isShownAgain ? former.lastID : nil
        let shown = page.items[..<element].last { item in
            isPlaced(item.id) && index(of: item.id).map { $0 < start } ?? false
        }
        let goesOn = walk.isOutOfOrder && number == list.lowest - 1
        let new = fill(
            number, with: page, at: former.position, below: shown?.id ?? above, meeting: element, isMet: true, after: above)
        if shown == nil, loaded.link == .likely, rules.serviceOrder == .newestFirst, let first = new.first, let above,
            items.contains(id: above), let slot = items.slot(of: first)
        {
            list.mark([slot]) { $0.link = .likely }
            list.linkFirst()
        }
        noteCursor(of: page)
        openGaps(loaded.gaps)
        if goesOn { addRest(of: page, loaded, at: former.position) }
        continueBelowLowestRow(of: page, at: former.position)
        if rules.serviceOrder == .fixed { confirmRows(of: page, at: former.position) }
        return !new.isEmpty
    }

    /// Adds the items of a page that are below all rows, since the list now continues below the page.
    private mutating func addRest(of page: Page<Item>, _ loaded: LoadedPage<Item>, at position: PagePosition?) {
        guard loaded.items.contains(where: { !items.contains(id: $0.id) }) else { return }
        let skipped = facts.skipped
        addOlder(page, loaded, to: list.lowest, at: position, below: nil, endedBroken: true)
        facts.skipped = skipped
    }

    /// Fills a gap with a page that shows a row below it, from its lower end or as a whole; returns the new items.
    ///
    /// `isMet` says whether the page continues the rows above the gap: the one at `upper`, or the one that it follows.
    mutating func fill(
        _ number: Int, with page: Page<Item>, at position: PagePosition?, below upper: Item.ID?, meeting element: Int,
        isMet: Bool,
        after previous: Item.ID? = nil
    ) -> [Item.ID] {
        let start = list.start(of: number + 1)
        guard let lower = index(of: page.items[element].id) else { return [] }
        // Rows at the edges of the gap that the page does not show may be deleted.
        let edge = min(upper.flatMap(index).map { $0 + 1 } ?? start, lower)
        doubt(list.rows[edge..<lower].map(\.slot))
        if isMet { linkLikelyRows(belowGap: number, except: Set(items.knownSlots(of: page.items))) }
        var page = page
        if rules.serviceOrder == .moving { page.items = Array(page.items[...element]) }
        let upperStretch = list.stretches[number]
        let spansBoth = isMet && !upperStretch.rows.isEmpty
        let isLost = isMet && walk.isOutOfOrder && number == list.lowest - 1
        let numbers = spansBoth ? number..<number + 2 : number + 1..<number + 2
        let part = Part.gap(
            numbers, index: spansBoth ? upperStretch.rows.count : 0, isTop: numbers.lowerBound == 0 || isMet && !spansBoth,
            walk: isLost ? upperStretch.walk : list.stretches[number + 1].walk)
        let new = merge(page, with: part, at: position, below: previous).come
        if isMet, !spansBoth, list.hasGaps, list.stretches[0].rows.isEmpty {
            list.unite(0, keepsUpperWalk: isLost, link: .shown)
            showRows()
        }
        if isMet, !isLost { continueIfGrown() }
        return new.map { id(of: $0) }
    }

    // MARK: - Closing

    /// Closes the gap below a stretch, because nothing is missing there.
    mutating func close(_ number: Int) {
        // The list's walk has lost its place: the one through the gap ends above the rows that it continues.
        let isLost = walk.isOutOfOrder && number == list.lowest - 1
        linkLikelyRows(belowGap: number)
        let link = list.stretches[number + 1].rows.first { !$0.isNewcomer }?.link ?? .shown
        list.unite(number, keepsUpperWalk: isLost, link: link)
        showRows()
        if !isLost { continueIfGrown() }
    }

    /// Links rows that are likely below the row above them, or in the topmost gap, now that the gap is full.
    ///
    /// A row that the last page of the gap has shown may have been in the gap, and so may the rows directly above it.
    private mutating func linkLikelyRows(belowGap number: Int, except shown: Set<Int> = []) {
        guard number == 0, rules.serviceOrder == .newestFirst else { return }
        let rows = list.stretches[1].rows
        let likely = rows.indices.filter { index in
            rows[index].link == .likely
                && !rows[index..<rows.endOfRun(from: index + 1)].contains { shown.contains($0.slot) }
        }
        list.mark(likely.map { rows[$0].slot }) { $0.link = .shown }
        list.linkFirst()
    }

    private mutating func continueIfGrown() {
        if let total, mayHaveGrown(to: total) { moveWalk(total: total) }
    }
}
