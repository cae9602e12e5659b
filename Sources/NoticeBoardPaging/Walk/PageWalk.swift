import NoticeBoardBase

/// A walk through a paged list, as a value: gives the position to request, and extracts the new items from each page.
///
/// It handles positions, end rules, uniqueness, and lists that change while they are loaded, without networks, clocks or tasks.
/// Its driver requests ``position`` and passes the page to ``accept(_:)``, until ``end`` is set:
///
/// ```swift
/// var walk = PageWalk<Post>()
/// while walk.end == nil {
///     let page = try await load(walk.position)
///     if let loaded = walk.accept(page) { show(loaded.items) }
///     if let failure = walk.takeFailure() { throw failure }
/// }
/// ```
///
/// Items are unique by ID: each is handed out once, wherever it appears again. The walk alone decides how a page fits into a list
/// that moves, and counts the new items above.
struct PageWalk<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The rules of the walk.
    let rules: PagingRules
    /// The position to request; `nil` for the first page.
    ///
    /// Meaningless once the walk has ended.
    var position: PagePosition?
    /// Why the walk has ended; `nil` before.
    var end: PageEnd?
    /// The number of items handed out, and the total.
    var progress: PageProgress
    /// Increases whenever prefetched pages become useless.
    var generation = 0

    /// The number of new items known to be above the loaded ones; detected with offsets, not with cursors.
    var cameAbove = 0

    let itemFilter: ItemFilter<Item>
    var failure: NoticeBoardError?
    var pages = 0
    /// Items that are not handed out again.
    var seen: Set<Item.ID>
    /// The last items handed out, without pinned ones.
    var recent: [Item.ID]
    var visited: Set<String> = []
    var stride = 0
    /// The search for the place of the next page, while it is unknown.
    var search: AnchorSearch<Item.ID>?
    /// Whether the next page is accepted without a known item, because a search has failed.
    var isOverruled = false
    /// Whether the search for the items before the position reached its limit.
    var hasGivenUp = false
    /// Whether items may have been handed out in the wrong order, because the position was lost.
    var isOutOfOrder = false
    var seam: PageSeam
    var hasOpenGap = false
    /// The number of pages in a row without a new item, and of those that were a copy of the page before.
    var (quietPages, copies) = (0, 0)
    /// The items of the last page.
    var previous: [Item] = []
    /// Items that prove no position: they were at the same index on two pages in a row.
    var pinned: Set<Item.ID> = []
    /// The items that the last page declared as pinned, and the number of those that the page before did not.
    var (lastPins, pinShift): ([Item.ID], Int) = ([], 0)
    /// The index after the last page.
    var reached: Int?
    /// The first item of the list, if the walk began there.
    var first: Item.ID?
    /// The last item of the last page, new or not.
    var lastID: Item.ID?
    /// The number of elements that could not be decoded.
    var skipped = 0
    /// Whether an element below the last new item could not be decoded.
    var endsBroken = false
    /// Whether an early end was reported since the last new item.
    var reportedEarlyEnd = false

    /// Creates a walk from the beginning, or from a bookmark.
    ///
    /// Items in `known` are not handed out, although the bookmark does not remember them.
    init(
        rules: PagingRules = PagingRules(), from bookmark: PageBookmark<Item.ID>? = nil, known: Set<Item.ID> = [],
        itemFilter: ItemFilter<Item> = ItemFilter()
    ) {
        self.itemFilter = itemFilter
        self.rules = rules
        let bookmark = bookmark ?? PageBookmark()
        position = bookmark.position
        // A stored bookmark is untrusted input.
        if case .offset(..<0)? = position { position = nil }
        progress = PageProgress(
            loaded: min(max(bookmark.loaded, 0), .max / 2), total: bookmark.total.flatMap { $0 >= 0 ? $0 : nil })
        pinned = bookmark.pinned
        recent = Self.apart(bookmark.recent, from: pinned)
        lastID = recent.last
        seen = known
        seen.formUnion(pinned)
        seen.formUnion(recent)
        seam = PageSeam()
        seam.overlap = rules.overlap(knowing: progress.total)
        if bookmark.isAtEnd { end = .lastPage }
        if rules.maximumPages.map({ $0 <= 0 }) == true || progress.loaded >= rules.maximumItems ?? .max { end = .limit }
        if case .offset(let index)? = position, !recent.isEmpty {
            let search = AnchorSearch(recent, before: index, total: progress.total, limit: rules.maximumSearchPages)
            position = .offset(search.start)
            self.search = search
        }
    }

    /// Where to continue after all items handed out.
    var bookmark: PageBookmark<Item.ID> {
        var place = PageBookmark(
            position: position, recent: recent, pinned: pinned, loaded: progress.loaded, total: progress.total,
            isAtEnd: end == .lastPage)
        // The overlap is not part of the position.
        if case .offset(let offset)? = position { place.position = .offset(search?.index ?? offset.clampedAdding(seam.lead)) }
        return place
    }

    /// Returns and clears `seen`; the caller sets it again.
    ///
    /// Avoids a copy for a long list.
    mutating func takeSeen() -> Set<Item.ID> {
        defer { seen = [] }
        return seen
    }

    /// Continues at another position of a list that begins with `first`; `known` are its known items.
    ///
    /// Keeps the counted pages and the visited cursors.
    mutating func move(to place: PageBookmark<Item.ID>, known: consuming Set<Item.ID>, first: Item.ID?) {
        var moved = PageWalk(rules: rules, from: place, known: consume known, itemFilter: itemFilter)
        (moved.pages, moved.visited, moved.generation, moved.first) = (pages, visited, generation + 1, first)
        moved.isOutOfOrder = isOutOfOrder
        if position?.page != nil, place.position != position, !place.recent.isEmpty {
            moved.stride = stride
            let number = place.position?.page ?? 0
            moved.search = AnchorSearch(moved.recent, fromPage: number, orAt: number)
        }
        self = moved
    }

    /// Continues at the position of another walk through the same list, past known items.
    mutating func goOn(as other: PageWalk, known: Set<Item.ID>, loaded: Int) {
        let generation = generation + 1
        self = other
        (self.generation, seen, progress.loaded) = (generation, known, loaded)
    }

    /// Handles the deletion of `count` loaded items: what follows has moved up, so nothing is loaded twice.
    ///
    /// The list now begins
    /// with `first`.
    mutating func lost(_ count: Int, first: Item.ID?) {
        self.first = first
        progress.total = progress.total.map { max(0, $0.clampedAdding(-count)) }
        guard end == nil, case .offset(let offset)? = position else { return }
        position = .offset(max(0, offset.clampedAdding(-count)))
        previous = []
        reached = reached.map { max(0, $0.clampedAdding(-count)) }
        generation += 1
    }

    /// Returns the next positions to request, in order; empty when the walk has ended.
    ///
    /// All but the first are guesses, made while offsets grow evenly, and only up to the total. Without a total or overlap to
    /// detect a change between two pages, the walk makes no guesses.
    func upcoming(_ count: Int) -> [PagePosition?] {
        guard end == nil, failure == nil, count > 0 else { return [] }
        if let number = position?.page { return pages(from: number, count) }
        var plan = [position]
        let isWatched = progress.total != nil || seam.lead > 0
        guard search == nil, !seam.isHunting, isWatched, stride > seam.lead, case .offset(var offset)? = position
        else {
            return plan
        }
        let advance = stride - seam.lead
        while plan.count < count {
            let (next, overflow) = offset.addingReportingOverflow(advance)
            let isNeeded =
                !overflow && next < progress.total.map { $0 - seam.lead } ?? .max
                && pages + plan.count < rules.maximumPages ?? .max
                && plan.count * advance < (rules.maximumItems ?? .max) - progress.loaded
            guard isNeeded else { break }
            plan.append(.offset(next))
            offset = next
        }
        return plan
    }

    /// Returns the next positions for numbered pages, up to the total.
    private func pages(from number: Int, _ count: Int) -> [PagePosition?] {
        let left = min(progress.total ?? 0, rules.maximumItems ?? .max) - progress.loaded
        let needed = left > 0 && stride > 0 ? (left - 1) / stride + 1 : 0
        let most = max(min(count, needed, (rules.maximumPages ?? .max) - pages), 1)
        return (0..<most).map { .page(number.clampedAdding($0)) }
    }

    /// Returns and clears the error of the list itself; the next page is again the one at ``position``.
    mutating func takeFailure() -> NoticeBoardError? {
        defer { failure = nil }
        return failure
    }

    /// Accepts the page at ``position``, and returns its new items, or `nil` if another page is needed first.
    mutating func accept(_ page: Page<Item>) -> LoadedPage<Item>? {
        guard end == nil else { return nil }
        let total = page.total.flatMap { $0 >= 0 ? $0 : nil }
        defer { if let total { progress.total = total } }
        // Newly pinned items may have left their places above.
        pinShift = pages > 0 ? page.pinnedIDs.count { !lastPins.contains($0) } : 0
        if page.pinned > 0 || !lastPins.isEmpty {
            lastPins = page.pinnedIDs
            pinned.formUnion(lastPins)
            recent = Self.apart(recent, from: pinned)
        }
        var begin = 0
        switch place(page, total) {
        case .here(let index): begin = index
        case .elsewhere(let place):
            position = place
            // Never request beyond the current total.
            if case .offset(let offset)? = place, let total { position = .offset(max(0, min(offset, total - 1))) }
            generation += 1
            if total == 0 { end = .lastPage }
            return nil
        case .nowhere: return nil
        }
        if let before = progress.total, let total, before != total { generation += 1 }
        return take(page, from: begin, total)
    }
}

/// Filters out items seen before.
///
/// Created where the item's type is known, so that the compiler specializes it. Unspecialized, this function, which runs for every
/// item, took ten times as long.
@usableFromInline
struct ItemFilter<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    @usableFromInline let pass: @Sendable (_ items: [Item], _ begin: Int, _ seen: inout Set<Item.ID>) -> [Item]

    /// Creates an empty filter.
    @inlinable
    init() {
        pass = { items, begin, seen in
            var index = begin
            while index < items.count, seen.insert(items[index].id).inserted { index += 1 }
            // Return the page's own array if all items are new.
            if index == items.count, begin == 0 { return items }
            var new = Array(items[begin..<index])
            while index < items.count {
                if seen.insert(items[index].id).inserted { new.append(items[index]) }
                index += 1
            }
            return new
        }
    }
}
