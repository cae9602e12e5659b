/// A page compared with the rows of one stretch: where each element belongs, and what the page shows between rows.
///
/// It knows no identifiers, items, positions or totals: rows are numbers, and the page is ``Evidence``. A ``Merge`` carries it out.
///
/// - A page shows that a row is gone only if it shows a row above it and one below it, without the row. The list's top and end
///   count as rows, an undecodable element separates.
/// - Where rows only enter at the head, nothing comes between two rows that a page has shown next to each other.
/// - An older page puts nothing above the rows that it shows first.
struct Comparison: Sendable {
    /// A known row on the page.
    struct Sight: Sendable {
        var slot: Int
        /// The element's index on the page.
        var element: Int
    }

    /// The rows of the stretch.
    private(set) var rows: [FeedRow]
    let reason: Reason
    let rules: MergeRules
    /// Whether a gap is above the stretch.
    var isBelowGap = false

    /// Where each element belongs; `nil` if the page does not show it.
    private(set) var placements: [Placement?] = []
    /// What the page shows between rows, from top to bottom.
    private(set) var spans: [Span] = []
    /// The new items below all rows.
    private(set) var below = Span(range: 0..<0, new: [])
    /// What is known of the order of the first of them and the lowest row.
    private(set) var linkBelow = FeedRow.Link.unknown
    /// The numbers of the elements above the first known row, if they are above all rows or in the gap above.
    private var elementsAbove: [Int] = []
    /// The first and the last known row on the page.
    private(set) var first: Sight?
    private(set) var last: Sight?
    /// Whether a row is in another place than the page says; then only the elements below all rows have a place.
    private(set) var hasMoved = false

    init(_ rows: [FeedRow], as reason: Reason, _ rules: MergeRules) {
        self.rows = rows
        self.reason = reason
        self.rules = rules
    }

    /// The new items below all rows that the page brings: below a gap, only loaded rows that arrive there.
    var itemsBelow: [Int] {
        switch reason {
        case .older: below.new
        case .gap: Array(below.new.prefix { $0 >= 0 })
        case .head, .reread: []
        }
    }

    /// Whether the page may remove rows: where rows only enter at the head, older pages remove none.
    var removesRows: Bool { reason != .older || rules.order == .fixed }

    // MARK: - Comparing

    /// What the page has shown so far.
    private struct Progress {
        /// The index of the row that comes next in the list; `nil` if the element above is of an unknown place.
        var next: Int?
        /// Whether no element was shown yet, of a page that begins the list.
        var isTop: Bool
        /// Whether the element above could be decoded.
        var isReadable = true
        /// Whether a row beyond a gap is among the elements since the last known row.
        var isBelowOther = false
        /// The numbers of the elements since the last known row.
        var new: [Int] = []
    }

    /// The index of the row below the gap that the page is to fill; the head fills the gap above all rows.
    private var gapIndex: Int {
        switch reason {
        case .head: 0
        case .gap(let index): index
        case .older, .reread: .max
        }
    }

    /// Compares the page with the rows.
    ///
    /// `arrivals` are loaded rows that are to leave their places elsewhere, because the page decides where they are.
    mutating func compare(_ page: Evidence, arrivals: Set<Int> = []) {
        placements = Array(repeating: nil, count: page.elements.count)
        let indices = rows.indices(of: page.slots)
        if reason == .older, rules.order == .moving {
            // Rows may be anywhere: a page of older rows continues the list.
            let new = page.elements.indices.filter { number in
                page.elements[number].slot.map { $0 < 0 || arrivals.contains($0) } ?? false
            }
            return putBelow(new, page, link: .unknown)
        }
        let above = page.above.flatMap(rows.firstIndex(slot:))
        let isContinued = page.linkAbove == .shown || page.linkAbove == .likely
        var progress = Progress(next: isContinued ? above.map { $0 + 1 } : nil, isTop: page.startsList)
        if page.startsList { progress.next = 0 }
        for (number, element) in page.elements.enumerated() {
            guard let slot = element.slot else {
                passUnreadable(&progress, page)
                continue
            }
            guard slot >= 0, !arrivals.contains(slot) else {
                progress.new.append(number)
                continue
            }
            guard let index = indices[slot] else {
                // The row is beyond a gap, and the elements above it as well.
                progress.next = nil
                progress.isTop = false
                progress.isBelowOther = true
                progress.new = []
                continue
            }
            guard !rows[index].isNewcomer else { continue }
            guard index >= progress.next ?? 0 else {
                hasMoved = true
                break
            }
            meet(index, progress, page)
            placements[number] = .at(index)
            if first == nil { first = Sight(slot: slot, element: element.index) }
            last = Sight(slot: slot, element: element.index)
            progress = Progress(next: index + 1, isTop: false)
        }
        if hasMoved { return findLowest(page, indices, arrivals) }
        end(progress, page, above: above)
    }

    /// Ends a run of new items at an element that could not be decoded.
    private mutating func passUnreadable(_ progress: inout Progress, _ page: Evidence) {
        let isSeparated = !progress.isReadable
        progress.isReadable = false
        guard let next = progress.next, !progress.new.isEmpty, reason.doubtsAll || !progress.isTop && !rules.hasPins else {
            return
        }
        add(Span(range: next..<next, new: [], open: .below, isSeparated: isSeparated), progress.new, page)
        progress.new = []
    }

    /// Ends a run of new items at the row at an index.
    private mutating func meet(_ index: Int, _ progress: Progress, _ page: Evidence) {
        if let next = progress.next, progress.isReadable {
            // Items above the list's first row are left to a refresh.
            guard !progress.isTop || index >= gapIndex else {
                place(progress.new, .aboveAll)
                return add(Span(range: next..<index, new: []), [], page)
            }
            return add(Span(range: next..<index, new: []), progress.new, page)
        }
        guard !progress.new.isEmpty else { return }
        guard index >= gapIndex || !rules.hasPins && index > 0 else {
            elementsAbove = progress.new
            return place(progress.new, isBelowGap ? .inGapAbove : .aboveAll)
        }
        // Where rows only enter at the head, the rows below a gap are below all of its rows. A loaded row that arrives here may be
        // from anywhere, so it is not known to be in the gap.
        let isInGap =
            index >= gapIndex && progress.next == nil && progress.isReadable && rules.order == .newestFirst
            && progress.new.allSatisfy { page.elements[$0].slot.map { $0 < 0 } ?? false }
        let range = (isInGap ? gapIndex : index)..<index
        add(Span(range: range, new: [], open: .above, isSeparated: !progress.isReadable), progress.new, page)
    }

    /// Ends the page.
    private mutating func end(_ progress: Progress, _ page: Evidence, above: Int?) {
        guard let next = progress.next else {
            guard reason == .older else { return }
            let followsAbove = first == nil && !progress.isBelowOther
            putBelow(progress.new, page, link: followsAbove ? orderBelow(page, above) : .unknown)
            return
        }
        if progress.isReadable, page.endsList, removesRows || next == rows.count {
            return add(Span(range: next..<rows.count, new: []), progress.new, page)
        }
        if reason == .older, !elementsAbove.isEmpty, !progress.new.isEmpty, first?.slot == last?.slot, next < rows.count {
            // A single row, which is not the lowest one, may have moved here: then the page continues the list.
            return putBelow(elementsAbove + progress.new, page, link: .unknown)
        }
        // The row above the first element counts, too: where rows only enter at the head, only if the page shows a row, or if the
        // row below is no neighbor.
        let hasRoom = rules.order == .fixed || next < rows.count && rows[next].link == .below
        let isSeen = !progress.isTop && progress.isReadable && !rules.hasPins && (hasRoom || last != nil || reason == .older)
        let isInside = isSeen && next < rows.count && rules.order != .moving
        guard !progress.new.isEmpty, reason == .head || isInside else {
            if reason == .older || isSeen { putBelow(progress.new, page, link: linkOfRun(progress, page)) }
            return
        }
        guard progress.isReadable else {
            let end = rows.count..<rows.count
            return add(Span(range: end, new: [], open: .above, isSeparated: next < rows.count), progress.new, page)
        }
        var index = next
        if rules.entersAtHead, reason != .head {
            // They are below all rows that follow the last one shown: these are gone, which the next page proves.
            index = rows.endOfRun(from: next)
            for passed in next..<index where rows[passed].hasPlace { rows[passed].existence = .inDoubt }
            if index == rows.count { return putBelow(progress.new, page, link: linkOfRun(progress, page)) }
        }
        add(Span(range: index..<index, new: [], open: rows.isEmpty ? nil : .below), progress.new, page)
        if let lowest = progress.new.last, let slot = page.elements[lowest].slot {
            last = Sight(slot: slot, element: page.elements[lowest].index)
        }
    }

    /// Returns what is known of the order of the lowest row and a page without a known row, below a row.
    private func orderBelow(_ page: Evidence, _ above: Int?) -> FeedRow.Link {
        guard let above, page.linkAbove != .unknown else { return .unknown }
        let end = rules.entersAtHead ? rows.endOfRun(from: above + 1) : above + 1
        return rows[end...].allSatisfy(\.isNewcomer) ? page.linkAbove : .unknown
    }

    /// Returns what is known of the order of the lowest row and the elements below the last known row.
    private func linkOfRun(_ progress: Progress, _ page: Evidence) -> FeedRow.Link {
        // A page that begins the list continues no row.
        guard let next = progress.next, !progress.isTop else { return .unknown }
        let end = rules.entersAtHead ? rows.endOfRun(from: next) : next
        guard rows[end...].allSatisfy(\.isNewcomer) else { return .unknown }
        let link = last == nil ? page.linkAbove : .shown
        return progress.isReadable ? link : max(link, .below)
    }

    /// Places the elements of an older page that shows rows in another order than the list: the new ones below its last row.
    ///
    /// If that is not the lowest row, it may have moved here, and the page continues the list with all its new elements. So does a
    /// page that follows the lowest row: what it shows of the rows above are copies, such as notices at their own place.
    private mutating func findLowest(_ page: Evidence, _ indices: [Int: Int], _ arrivals: Set<Int>) {
        guard reason == .older else { return }
        spans = []
        placements = Array(repeating: nil, count: page.elements.count)
        let isNew = page.elements.map { element in element.slot.map { $0 < 0 || arrivals.contains($0) } ?? false }
        let isRow = { (number: Int) in !isNew[number] && page.elements[number].slot.flatMap { indices[$0] } != nil }
        let last = page.elements.indices.last(where: isRow)
        let lowest = rows.last { !$0.isNewcomer }?.slot
        let hasMovedHere = last.map { $0 < page.elements.count - 1 && page.elements[$0].slot != lowest } ?? true
        let continuesLowest = page.linkAbove == .shown && page.above != nil && page.above == lowest
        let start = hasMovedHere || continuesLowest ? 0 : last.map { $0 + 1 } ?? 0
        putBelow((start..<page.elements.count).filter { isNew[$0] }, page, link: .unknown)
    }

    /// Adds a span with the elements of these numbers.
    private mutating func add(_ span: Span, _ elements: [Int], _ page: Evidence) {
        place(elements, .at(span.range.upperBound))
        var span = span
        span.new = elements.compactMap { page.elements[$0].slot }
        span.separated = separatedSlots(elements, page)
        spans.append(span)
    }

    private mutating func putBelow(_ elements: [Int], _ page: Evidence, link: FeedRow.Link) {
        place(elements, .belowAll)
        below = Span(range: rows.count..<rows.count, new: elements.compactMap { page.elements[$0].slot })
        below.separated = separatedSlots(elements, page)
        linkBelow = link
    }

    /// Returns the slots of those elements that are not directly below the one before.
    private func separatedSlots(_ elements: [Int], _ page: Evidence) -> Set<Int> {
        let pairs = zip(elements, elements.dropFirst()).filter { upper, lower in lower > upper + 1 }
        return Set(pairs.compactMap { page.elements[$1].slot })
    }

    private mutating func place(_ elements: [Int], _ placement: Placement) {
        for element in elements { placements[element] = placement }
    }

    /// Places the first of the new items below all rows, although the page does not end the list there.
    mutating func insertBelow(_ count: Int) {
        var span = Span(range: rows.count..<rows.count, new: Array(below.new.prefix(count)), open: .below)
        span.separated = below.separated
        spans.append(span)
    }

    // MARK: - Order

    /// Returns as many of these indices as possible, in rising order.
    static func inOrder(_ indices: [Int]) -> [Int] {
        if zip(indices, indices.dropFirst()).allSatisfy(<) { return indices }
        // The longest rising ones that end with each.
        var rising: [[Int]] = []
        for index in indices {
            let above = rising.filter { $0.last ?? 0 < index }.max { $0.count < $1.count } ?? []
            rising.append(above + [index])
        }
        return rising.max { $0.count < $1.count } ?? []
    }
}
