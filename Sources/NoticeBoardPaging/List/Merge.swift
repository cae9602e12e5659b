/// Carries out what a page shows of a stretch: inserts new rows, removes rows, and moves rows past those that the page shows.
///
/// - A row is removed only if it is known to be between two rows that the page shows without it. A row that may be elsewhere sinks
///   below the rows that the page shows, or rises above them, until a page proves its deletion or shows it.
/// - A new row gets the link of the row whose place it takes. That row keeps its order, and is no neighbor any more.
/// - An older page of a moving list only adds rows below: ``Comparison`` compares nothing then.
///
/// ``FeedRow``, ``Span`` and ``MergeRules`` explain the words.
struct Merge: Sendable {
    /// The rows of the stretch now.
    private(set) var rows: [FeedRow]
    /// What the page shows.
    private let comparison: Comparison
    /// The slots of the rows that were removed.
    private(set) var gone: Set<Int> = []
    /// The new items that were inserted.
    private(set) var come: [Int] = []
    /// Whether the order of the lowest row and the rows below the stretch is not known any more.
    private(set) var unlinksBelow = false
    /// Rows that the page shows next to each other, by their slots; others were between them.
    private var neighbors: [(upper: Int, lower: Int)] = []

    private var reason: Reason { comparison.reason }
    private var rules: MergeRules { comparison.rules }

    /// Merges a page with the rows with which it was compared.
    init(_ comparison: Comparison) {
        self.comparison = comparison
        rows = comparison.rows
        apply()
    }

    /// Rows that leave their place for the other side of the rows that the page shows.
    private struct Shift {
        var slots: [Int]
        /// The row below which, or above which, they go.
        var neighbor: Int
        var goesBelow: Bool
        /// The row below which they go if they rise and no place is left above.
        var lower: Int?
        /// A row whose order with the row above it is not known any more.
        var unknown: Int?
    }

    /// Inserts new rows in their places, and removes the rows that the page proves deleted.
    private mutating func apply() {
        let unseen =
            reason == .older && rules.removable != nil ? Set(comparison.spans.flatMap { rows[$0.range] }.map(\.slot)) : []
        come = comparison.itemsBelow
        rows.insert(newRows(come, of: comparison.below), at: rows.count, link: comparison.linkBelow)
        let spans = comparison.spans.filter { $0.open == nil || !$0.new.isEmpty }
        let edges = edges(of: spans)
        var shifts: [Shift] = []
        for (span, edge) in zip(spans, edges).reversed() { apply(span, edge, &shifts) }
        _ = rows.takeOut { [gone] in gone.contains($0.slot) }
        for shift in shifts { move(shift) }
        linkNeighbors()
        // An older page does not show these between two others, or elsewhere.
        guard !unseen.isEmpty else { return }
        for index in rows.indices where rows[index].hasPlace && unseen.contains(rows[index].slot) {
            rows[index].existence = .inDoubt
        }
    }

    private mutating func apply(_ span: Span, _ edge: Edge, _ shifts: inout [Shift]) {
        let range = span.range
        let next = rows[range.upperBound...].firstIndex { !$0.isNewcomer }
        guard !range.isEmpty || !span.new.isEmpty else {
            // The page shows the two rows next to each other.
            if let next { rows[next].link = .shown }
            return
        }
        if span.new.isEmpty, let next, range.lowerBound > 0 {
            neighbors.append((upper: rows[range.lowerBound - 1].slot, lower: rows[next].slot))
        }
        let known = knownSides(of: range, isTop: edge.upper == nil, isEnd: edge.lower == nil)
        let missing = known.aboveStart < known.belowEnd ? removableSlots(known.aboveStart..<known.belowEnd) : []
        let sinking = removableSlots(range.lowerBound..<known.aboveStart)
        let rising = removableSlots(max(known.belowEnd, known.aboveStart)..<range.upperBound)
        let unknown = known.belowEnd < known.aboveStart ? removableSlots(known.belowEnd..<known.aboveStart).first : nil
        let allLeave = range.count == missing.count + sinking.count + rising.count
        let link = link(of: span, next, allLeave: allLeave)
        if let next { updateLink(of: next, below: span) }
        var new = newRows(span.new, of: span)
        if span.open == .above, !reason.doubtsAll { new[0].existence = .inDoubt }
        rows.insert(new, at: range.upperBound, link: link)
        come = span.new + come
        gone.formUnion(missing)
        guard reason.doubtsAll || !rules.hasPins else { return }
        if let lower = edge.lower, !sinking.isEmpty {
            shifts.append(Shift(slots: sinking, neighbor: lower, goesBelow: true, unknown: unknown))
        }
        if let upper = edge.upper, !rising.isEmpty {
            shifts.append(Shift(slots: rising, neighbor: upper, goesBelow: false, lower: edge.lower))
        }
    }

    /// Returns rows for new items of a span, each linked to the one before.
    private func newRows(_ slots: [Int], of span: Span) -> [FeedRow] {
        slots.map { FeedRow(slot: $0, link: span.separated.contains($0) ? .below : .shown) }
    }

    /// Returns the link of a span's first new row; `allLeave` says whether all rows of the range do.
    private func link(of span: Span, _ next: Int?, allLeave: Bool) -> FeedRow.Link {
        guard allLeave else { return .unknown }
        guard !span.isSeparated else { return span.open == .below ? .below : .unknown }
        guard span.open == .above else { return .shown }
        // It is directly above a row, and below all rows above that one.
        let isOrdered = next.map { rows[$0].link.isOrdered } ?? true
        let takesOver = !reason.doubtsAll || rules.order == .fixed && span.range.isEmpty
        return isOrdered && takesOver && rules.showsPlaces ? .below : .unknown
    }

    /// Updates the link of the row below a span.
    private mutating func updateLink(of next: Int, below span: Span) {
        if span.open == .below {
            // The row keeps its order, and has lost its neighbor.
            let keepsOrder = rules.order != .moving && rules.showsPlaces
            rows[next].link = keepsOrder ? max(rows[next].link, .below) : .unknown
            if !reason.doubtsAll, rows[next].hasPlace { rows[next].existence = .inDoubt }
        } else if span.isSeparated {
            rows[next].link = max(rows[next].link, .below)
        } else if span.range.isEmpty || !span.new.isEmpty {
            // The page shows the row directly below the others.
            rows[next].link = .shown
        }
    }

    /// Links rows that the page shows next to each other, if all rows between them have left.
    private mutating func linkNeighbors() {
        for pair in neighbors {
            guard let lower = rows.firstIndex(slot: pair.lower), lower > 0, rows[lower - 1].slot == pair.upper else { continue }
            rows[lower].link = .shown
        }
    }

    private func removableSlots(_ range: Range<Int>) -> [Int] { rows[range].filter(isRemovable).map(\.slot) }

    private func isRemovable(_ row: FeedRow) -> Bool {
        guard let least = rules.removable, comparison.removesRows, !row.isNewcomer else { return false }
        if reason.doubtsAll { return true }
        return row.existence == .inDoubt || row.existence >= least && row.hasPlace
    }

    /// What is known of the rows between two shown ones.
    private struct Sides {
        /// The rows before this index are below the upper row.
        var belowEnd: Int
        /// The rows from this index on are above the lower row.
        var aboveStart: Int
    }

    /// Returns where the rows between two shown rows are known to be.
    ///
    /// At the list's top, all are below; at its end, all are above.
    private func knownSides(of range: Range<Int>, isTop: Bool, isEnd: Bool) -> Sides {
        if rules.order == .moving { return Sides(belowEnd: range.lowerBound, aboveStart: range.upperBound) }
        let start = comparison.isBelowGap ? 0 : 1
        let isUnordered = { [rows] (index: Int) in index >= start && index < rows.count && !rows[index].link.isOrdered }
        let first = range.first { isUnordered($0) && !isBelowHead($0, in: range) }
        let last = (range.lowerBound..<range.upperBound + (isEnd ? 0 : 1)).last(where: isUnordered)
        if rules.hasPins {
            guard first == nil, last == nil else { return Sides(belowEnd: range.lowerBound, aboveStart: range.upperBound) }
            return Sides(belowEnd: range.upperBound, aboveStart: range.lowerBound)
        }
        let below = isTop ? range.upperBound : first ?? range.upperBound
        let above = isEnd ? range.lowerBound : last ?? range.lowerBound
        return Sides(belowEnd: below, aboveStart: above)
    }

    /// Returns whether a row between two shown ones is known to be below the upper one, which is a row of the head.
    ///
    /// Where rows only enter at the head, the rows below the topmost gap that were loaded before the head are below it.
    private func isBelowHead(_ index: Int, in range: Range<Int>) -> Bool {
        guard case .gap(let gap) = reason, rules.entersAtHead, !comparison.isBelowGap, index >= gap, index < rows.count else {
            return false
        }
        let isBelowHead = range.lowerBound > 0 && range.lowerBound <= gap && rows[range.lowerBound - 1].existence == .confirmed
        return isBelowHead && rows[index].existence > .confirmed
    }

    /// The first row of the run above a span, and the last one of the run below it, of rows that the page shows; `nil` is an end of
    /// the list.
    private struct Edge {
        var upper: Int?
        var lower: Int?
    }

    private func edges(of spans: [Span]) -> [Edge] {
        var edges = spans.map { span in
            var edge = Edge()
            edge.upper = span.range.lowerBound > 0 ? rows[span.range.lowerBound - 1].slot : nil
            edge.lower = rows[span.range.upperBound...].first?.slot
            if span.open == .above { edge.upper = span.new.first }
            if span.open == .below { edge.lower = span.new.last }
            return edge
        }
        let isNext = { (index: Int) in
            let upper = spans[index - 1]
            let lower = spans[index]
            guard !upper.isSeparated, !lower.isSeparated else { return false }
            return lower.range.lowerBound == upper.range.upperBound + 1 && upper.open != .below && lower.open != .above
        }
        for index in spans.indices.dropFirst() where isNext(index) { edges[index].upper = edges[index - 1].upper }
        for index in spans.indices.dropFirst().reversed() where isNext(index) { edges[index - 1].lower = edges[index].lower }
        return edges
    }

    /// Moves rows below a row, or above it; their order with the rows beyond it is not known.
    private mutating func move(_ shift: Shift) {
        var moved = rows.takeOutInOrder(Set(shift.slots))
        guard !moved.isEmpty, let neighbor = rows.firstIndex(slot: shift.neighbor) else { return }
        // A cursor stays at the row's former place.
        for index in moved.indices { moved[index].cursor = nil }
        if shift.goesBelow {
            sink(moved, below: neighbor)
        } else {
            rise(moved, above: neighbor, orBelow: shift.lower.flatMap { rows.firstIndex(slot: $0) })
        }
        if let unknown = shift.unknown { setLink(.unknown, ofRowFrom: rows.firstIndex(slot: unknown) ?? rows.count) }
    }

    /// Inserts rows below a row, past its neighbors, since they cannot be between these.
    private mutating func sink(_ moved: [FeedRow], below neighbor: Int) {
        let passesConfirmed = passesConfirmed(moved)
        let passes = rules.entersAtHead || passesConfirmed
        let index = passes ? rows.endOfRun(from: neighbor + 1, confirmed: passesConfirmed) : neighbor + 1
        rows.insert(moved, at: index, link: .below)
        setLink(.unknown, ofRowFrom: index + moved.count)
    }

    /// Inserts rows above a row, past its neighbors.
    ///
    /// If no place is left up to the list's top, they are gone in a fixed order. Where rows enter at the head, the order that let
    /// them rise was wrong, since nothing comes above the head but what a refresh shows: they go below the `lower` row.
    private mutating func rise(_ moved: [FeedRow], above neighbor: Int, orBelow lower: Int?) {
        let passesConfirmed = passesConfirmed(moved)
        let passes = rules.entersAtHead || passesConfirmed
        let index = passes ? rows.startOfRun(to: neighbor, confirmed: passesConfirmed) : neighbor
        let isAtTop = index == 0 && rows[0].existence == .confirmed && !comparison.isBelowGap
        if isAtTop, passesConfirmed, neighbor > 0 {
            gone.formUnion(moved.map(\.slot))
        } else if isAtTop, rules.entersAtHead, let lower {
            sink(moved, below: lower)
        } else {
            rows.insert(moved, at: index, link: .unknown)
            setLink(.below, ofRowFrom: index + moved.count)
        }
    }

    /// Whether rows that move pass others that were shown since the last refresh: in a fixed order, if they were not.
    private func passesConfirmed(_ moved: [FeedRow]) -> Bool {
        rules.order == .fixed && rules.showsPlaces && moved.allSatisfy { $0.existence > .confirmed }
    }

    private mutating func setLink(_ link: FeedRow.Link, ofRowFrom index: Int) {
        if let row = rows[index...].firstIndex(where: { !$0.isNewcomer }) {
            rows[row].link = link
        } else if link == .unknown {
            unlinksBelow = true
        }
    }
}
