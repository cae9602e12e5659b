// The rules of joining:
//  1. Known items that keep their order stay; the others moved. In a moving order a row tells a place only beside a neighbor.
//  2. A row is removed only if an answer shows a row from above it and one from below it without it, and every element between
//     could be decoded. The beginning of the list, the row that a cursor continues and the end of the list count. An answer in
//     which something moved removes nothing.
//  3. An unknown item at a page's edge beside a row that has another neighbor is not taken. That row is in doubt; if reading it
//     again leaves it in doubt, a gap opens there.
//  4. A page of which nothing is known is asked for where the total says, then further up. In the end it is dropped.
//  5. If the row above a gap is missing from the page that fills it, it stays above the new items, in doubt.
extension Stretches {
    /// Compares an answer with the list, and replaces the range that both show.
    package mutating func join(_ answer: StretchAnswer<Item>, for request: Request) -> StretchOutcome<Item.ID> {
        answers += 1
        if case .cursor? = answer.next { usesCursors = true }
        if !answer.isEnd || stride == 0 { stride = answer.elements.count }
        let former = total
        if let new = answer.total { total = max(new, 0) }
        var page = StretchPage(answer, request, in: self, change: former.flatMap { former in total.map { $0 - former } })
        if page.isTop || !answer.pins.isEmpty { pins = answer.pins }
        guard !page.joints.isEmpty || items.isEmpty else { return miss(page) }

        let isMixed = takeOutMoved(&page)
        let piece = piece(for: page, keepsAll: order == .moving || isMixed)
        put(piece, page)
        notePlace(page)
        noticeMissing(former, piece, page)
        mergeGaps()
        return outcome(piece, page)
    }

    // MARK: - What moved

    /// Takes the rows that moved out of their old places, unless they stand at an edge of the page that proves nothing.
    private mutating func takeOutMoved(_ page: inout StretchPage<Item>) -> Bool {
        guard let first = page.joints.first, let last = page.joints.last else { return false }
        let known = Set(page.joints.map(\.row))
        let moved = page.rows.indices.filter { page.rows[$0].position != nil && !known.contains($0) }
        guard !moved.isEmpty else { return false }
        let hasGapAbove = first.row >= 0 && gapIndex(at: first.position) != nil
        let hasGapBelow = last.row < page.rows.count && (gapIndex(at: last.position + 1) != nil || last.position < 0)
        for row in moved {
            let isTaken = row > last.row ? hasGapBelow : row > first.row || hasGapAbove
            let id = page.rows[row].item.id
            guard isTaken, !page.joints.contains(where: { $0.id == id }), let position = items.index(id: id) else { continue }
            takeOut(at: position)
            page.rows[row].position = nil
        }
        page.joints = page.joints.map { joint in
            var joint = joint
            if let id = joint.id { joint.position = items.index(id: id) ?? joint.position }
            if joint.row >= page.rows.count { joint.position = items.count }
            return joint
        }
        return true
    }

    // MARK: - What comes in the place of a range

    private func piece(for page: StretchPage<Item>, keepsAll: Bool) -> StretchPiece<Item> {
        guard let first = page.joints.first, let last = page.joints.last else {
            // Nothing is loaded, and the page is from the middle.
            var piece = StretchPiece<Item>(range: 0..<0)
            piece.gaps = [(0, nil)]
            for row in page.rows { piece.add(row, read: answers) }
            if !page.answer.isEnd { piece.gaps.append((piece.items.count, gaps.last)) }
            return piece
        }
        var piece = StretchPiece<Item>(range: max(first.position, 0)..<min(last.position + 1, items.count))
        addLead(first, page, to: &piece)
        for (number, joint) in page.joints.enumerated() {
            if number > 0 { add(between: page.joints[number - 1], joint, page, keepsAll: keepsAll, to: &piece) }
            guard joint.position >= 0, joint.position < items.count else { continue }
            let row = joint.row >= 0 ? page.rows[joint.row] : nil
            let item = row.map { items[joint.position] == $0.item ? items[joint.position] : $0.item } ?? items[joint.position]
            let isSeen = number > 0 || piece.hasLead
            let read = isSeen ? answers : piece.isDoubtful ? 0 : readAt[joint.position]
            piece.add(item, index: row?.index, read: read)
        }
        addTail(last, page, to: &piece)
        return piece
    }

    /// Adds what stands between two places: the page's rows, and those of the list that the page does not prove to be gone.
    private func add(
        between above: StretchJoint<Item.ID>, _ below: StretchJoint<Item.ID>, _ page: StretchPage<Item>, keepsAll: Bool,
        to piece: inout StretchPiece<Item>
    ) {
        let fresh = page.rows[above.row + 1..<max(below.row, above.row + 1)]
        let isBroken = page.isBroken(above, below)
        let former = above.position + 1..<max(below.position, above.position + 1)
        guard isBroken || keepsAll else {
            piece.gone += former.count
            for row in fresh { piece.add(row, read: answers) }
            return
        }
        // An element that could not be decoded may be any of the former rows, so they stand where it does.
        let isBehind = above.row < 0 && above.id != nil && !page.request.isExact
        let broken = isBehind ? fresh.startIndex : fresh.indices.first { page.lost(above: $0) > 0 }
        let split = isBroken ? broken ?? fresh.endIndex : fresh.endIndex
        for row in fresh[..<split] { piece.add(row, read: answers) }
        for position in former { piece.add(items[position], read: order == .moving || isBroken ? answers : 0) }
        for row in fresh[split...] { piece.add(row, read: answers) }
    }

    /// Adds the page's rows above the first place, where a gap has room for them.
    private func addLead(_ first: StretchJoint<Item.ID>, _ page: StretchPage<Item>, to piece: inout StretchPiece<Item>) {
        guard first.row >= 0 else {
            if first.position >= 0, let gap = gapIndex(at: first.position) { piece.gaps.append((0, gaps[gap])) }
            return
        }
        let unknown = page.rows[..<first.row].filter { $0.position == nil }
        let gap = gapIndex(at: first.position)
        if let gap { piece.gaps.append((0, gaps[gap])) }
        guard let nearest = unknown.last else { return }
        let isNext = nearest.index == page.rows[first.row].index - 1
        if gap == nil {
            guard isNext, first.position > 0 else { return }
            guard readAt[first.position] == 0, page.isReread(of: items[first.position].id) else {
                piece.isDoubtful = true
                return
            }
            piece.gaps.append((0, nil))
        }
        for row in unknown { piece.add(row, read: answers) }
        piece.hasLead = true
    }

    /// Adds the page's rows below the last place, where a gap has room for them.
    private func addTail(_ last: StretchJoint<Item.ID>, _ page: StretchPage<Item>, to piece: inout StretchPiece<Item>) {
        // The end of the list closes the gap there.
        guard last.row < page.rows.count else { return }
        let unknown = page.rows[(last.row + 1)...].filter { $0.position == nil }
        let below = last.position + 1
        if let gap = gapIndex(at: below) {
            for row in unknown { piece.add(row, read: answers) }
            piece.gaps.append((piece.items.count, gaps[gap]))
        } else if below == items.count || last.position < 0 {
            // More came behind the end; or nothing of a head is known, and what is loaded stays below a gap.
            for row in unknown { piece.add(row, read: answers) }
            piece.gaps.append((piece.items.count, nil))
        } else if let first = unknown.first {
            if let gap = page.gap(in: self), gap.at > below, isMissingAbove(gap, below, page) {
                for position in below..<gap.at { piece.add(items[position], read: 0) }
                piece.range = piece.range.lowerBound..<gap.at
                // New rows of a fixed order may stand between as well.
                if order == .fixed { piece.gaps.append((piece.items.count, nil)) }
                for row in unknown { piece.add(row, read: answers) }
                piece.gaps.append((piece.items.count, gap))
            } else if page.rows[last.row + 1].item.id == first.item.id, !page.isBrokenBehind(last) {
                if readAt[below] == 0, page.isReread(of: items[below].id) {
                    for row in unknown { piece.add(row, read: answers) }
                    piece.gaps.append((piece.items.count, nil))
                } else {
                    piece.doubtsBelow = true
                }
            }
        }
    }

    /// Returns whether the rows above a gap are missing from the page that should begin with them.
    private func isMissingAbove(_ gap: Gap, _ below: Int, _ page: StretchPage<Item>) -> Bool {
        // In a fixed order an unknown row may also be new, so the page is asked for once more where the rows should be.
        guard gap.at - below < max(stride, 2), order != .fixed || page.request.tries > 0 else { return false }
        return !gaps.contains { $0.at >= below && $0.at < gap.at }
    }

    /// Puts a piece in its place.
    private mutating func put(_ piece: StretchPiece<Item>, _ page: StretchPage<Item>) {
        let (range, delta) = (piece.range, piece.items.count - piece.range.count)
        let former = gaps.filter { $0.at >= range.lowerBound && $0.at <= range.upperBound }
        let shift = gaps.last { $0.at <= range.upperBound }?.shift ?? self.shift
        replace(range, with: piece.items, read: piece.read)
        if piece.doubtsBelow { readAt[range.lowerBound + piece.items.count] = 0 }
        gaps.removeAll { $0.at >= range.lowerBound && $0.at <= range.upperBound }
        // What came or went at the service moves what is below; what filled a gap does not.
        let isKnown = former.isEmpty || page.isTop && page.joints.count == 1
        let move = (page.change ?? (isKnown ? delta : 0)) - delta
        for index in gaps.indices where gaps[index].at > range.upperBound {
            gaps[index].at += delta
            gaps[index].shift = gaps[index].shift.clampedAdding(move)
        }
        for (offset, gap) in piece.gaps {
            let at = range.lowerBound + offset
            if let gap {
                let index = gaps.firstIndex { $0.at > at } ?? gaps.endIndex
                gaps.insert(gap, at: index)
                gaps[index].at = at
                if offset == piece.items.count { gaps[index].shift = gap.shift.clampedAdding(move) }
            } else {
                openGap(at: at, shift: shift.clampedAdding(move))
            }
        }
        var above: Int?
        for (item, index) in zip(piece.items, piece.index) {
            guard let index else { continue }
            if let above {
                let lost = page.lost(from: above + 1, to: index)
                if lost > 0 || unreadable[item.id] != nil { unreadable[item.id] = lost > 0 ? lost : nil }
            }
            above = index
        }
    }

    // MARK: - What follows

    /// Remembers where the page's last row stands, and where the list goes on behind it.
    private mutating func notePlace(_ page: StretchPage<Item>) {
        skipped = max(skipped, unreadable.values.reduce(0, +) + page.lost(from: 0, to: page.answer.elements.count))
        let last = page.rows.last { items.contains(id: $0.item.id) }
        let position = last.flatMap { items.index(id: $0.item.id) }
        if let offset = page.request.offset {
            let end: Int
            if case .offset(let next)? = page.answer.next { end = next } else { end = offset + page.answer.elements.count }
            if let last, let position {
                setOffset(min(offset.clampedAdding(last.index), max(end - 1, 0)), at: position)
                if let gap = gapIndex(at: position + 1) { gaps[gap].tail = max(0, end - self.offset(at: position) - 1) }
            } else if let gap = page.gap(in: self), gap.at > 0, let index = gapIndex(at: gap.at) {
                gaps[index].tail = max(gap.tail, end - self.offset(at: gap.at - 1) - 1)
            }
        }
        if page.isBlind, page.joints.first?.row == -1, let offset = page.request.offset, let first = page.rows.first, let last,
            let position, let row = items.index(id: first.item.id), row > 0
        {
            // What could not be shown stands above the page's first row.
            let lost = offset + first.index - self.offset(at: row - 1) - 1
            if lost > 0 { unreadable[first.item.id] = lost }
            setOffset(offset + last.index, at: position)
        }
        if items.isEmpty, !gaps.isEmpty { gaps[0].start = page.answer.next }
        guard case .cursor(let text)? = page.answer.next else { return }
        if let last {
            // A row behind it that was not taken would be skipped.
            guard page.rows.last?.item.id == last.item.id else { return }
            cursors[last.item.id] = Cursor(text: text, isExact: last.index == page.answer.elements.count - 1)
        } else if let follows = page.request.follows, items.contains(id: follows) {
            cursors[follows] = Cursor(text: text, isExact: false)
        }
    }

    /// Marks everything but this answer's rows as stale if rows must be missing.
    private mutating func noticeMissing(_ former: Int?, _ piece: StretchPiece<Item>, _ page: StretchPage<Item>) {
        guard page.answer.total != nil, let total else { return }
        let expected = former.map { $0.clampedAdding((page.isTop ? piece.came : 0) - piece.gone) } ?? 0
        // A list that stays too long has rows that only elements that cannot be decoded keep.
        let isTooLong = total < items.count && total != shortTotal
        shortTotal = total < items.count ? total : nil
        if total < expected || isTooLong { staleUpTo = answers - 1 }
    }

    // MARK: - What to ask for next

    private mutating func miss(_ page: StretchPage<Item>) -> StretchOutcome<Item.ID> {
        let isEmpty = page.rows.isEmpty
        let next = retry(page.request, knows: false, change: page.change ?? 0, isEmpty: isEmpty)
        return next.map { .again($0) } ?? .dropped
    }

    private func outcome(_ piece: StretchPiece<Item>, _ page: StretchPage<Item>) -> StretchOutcome<Item.ID> {
        let joined = StretchOutcome<Item.ID>.joined(isLonger: piece.came > 0)
        let isDone =
            switch page.request.purpose {
            case .head, .start: true
            case .newerEnd(let id), .olderEnd(let id): !gaps.contains { $0.id == id } || piece.came > 0 || page.isPassing
            case .reread(let id): items.index(id: id).map { readAt[$0] == answers } ?? true
            }
        if isDone { return joined }
        return retry(page.request, knows: true, change: 0, isEmpty: false).map { .again($0) } ?? .dropped
    }
}
