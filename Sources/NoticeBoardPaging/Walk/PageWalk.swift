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
    /// Where the list continues, and why it ends.
    var continuation: Continuation
    /// The items handed out, and those that prove a position.
    var known: KnownItems<Item>
    /// How a page connects to the one before, with offsets.
    var offsets = OffsetWalk<Item>()
    /// The cursors that were requested.
    var cursors = CursorWalk()
    /// The search for the place of the next page, while it is unknown.
    var search: AnchorSearch<Item.ID>?
    /// Whether the search for the items before the position reached its limit.
    var hasGivenUp = false
    /// Whether items may have been handed out in the wrong order, because the position was lost.
    var isOutOfOrder = false
    /// Whether the walk began above the rows that it continues, since their own position was refused: until a page shows one of
    /// them, pages belong above.
    var isReturning = false
    /// Increases whenever prefetched pages become useless.
    var generation = 0
    let itemFilter: ItemFilter<Item>

    /// Creates a walk from the beginning, or from a bookmark.
    ///
    /// Items in `known` are not handed out, although the bookmark does not remember them; with `nil` the caller sets ``seen``
    /// before each page.
    init(
        rules: PagingRules = PagingRules(), from bookmark: PageBookmark<Item.ID>? = nil, known: consuming Set<Item.ID>? = [],
        itemFilter: ItemFilter<Item> = ItemFilter()
    ) {
        let bookmark = bookmark ?? PageBookmark()
        self.itemFilter = itemFilter
        continuation = Continuation(rules, from: bookmark)
        self.known = KnownItems(of: bookmark, and: known)
        offsets.seam.overlap = rules.overlap(knowing: progress.total)
        guard case .offset(let index)? = position, !recent.isEmpty else { return }
        let search = AnchorSearch(recent, before: index, total: progress.total, limit: rules.maximumSearchPages)
        position = .offset(search.start)
        self.search = search
    }

    /// Where to continue after all items handed out.
    var bookmark: PageBookmark<Item.ID> {
        var place = PageBookmark(
            position: position, recent: recent, pinned: pinned, loaded: progress.loaded, total: progress.total,
            isAtEnd: end == .lastPage)
        // The overlap is not part of the position.
        if case .offset(let offset)? = position {
            place.position = .offset(search?.index ?? offset.clampedAdding(offsets.seam.lead))
        }
        return place
    }

    /// Continues at another position of a list that begins with `first`.
    ///
    /// Keeps the counted pages and the requested cursors.
    mutating func move(to place: PageBookmark<Item.ID>, first: Item.ID?) {
        var moved = PageWalk(rules: rules, from: place, known: nil, itemFilter: itemFilter)
        moved.continuation.pages = continuation.pages
        moved.cursors = cursors
        moved.generation = generation + 1
        moved.first = first
        moved.isOutOfOrder = isOutOfOrder
        moved.isReturning = isReturning
        if position?.page != nil, place.position != position, !place.recent.isEmpty {
            moved.continuation.stride = stride
            let number = place.position?.page ?? 0
            moved.search = AnchorSearch(moved.recent, fromPage: number, orAt: number)
        }
        self = moved
    }

    /// Continues at the position of another walk through the same list.
    mutating func resume(as other: PageWalk, loaded: Int) {
        let generation = generation + 1
        self = other
        self.generation = generation
        seen = []
        progress.loaded = loaded
    }

    /// Looks for the last items where a change of the total has moved them since the last page.
    mutating func follow(_ total: Int?) {
        guard search == nil, end == nil, !recent.isEmpty, case .offset(let offset)? = bookmark.position,
            let growth = continuation.growth(to: total), growth != 0
        else { return }
        let index = max(0, offset.clampedAdding(growth))
        let new = AnchorSearch(
            recent, before: index, total: total, orAt: index, limit: rules.maximumSearchPages,
            pageSize: stride > 0 ? stride : .max)
        search = new
        position = .offset(new.start)
        progress.total = total
        generation += 1
    }

    /// Handles the deletion of `count` loaded items: what follows has moved up, so nothing is loaded twice.
    ///
    /// The list now begins with `first`.
    mutating func lost(_ count: Int, first: Item.ID?) {
        self.first = first
        progress.total = progress.total.map { max(0, $0.clampedAdding(-count)) }
        guard end == nil, case .offset(let offset)? = position else { return }
        position = .offset(max(0, offset.clampedAdding(-count)))
        offsets.moveUp(by: count)
        generation += 1
    }

    /// Returns the next positions to request, in order; empty when the walk has ended.
    ///
    /// All but the first are guesses, made while offsets grow evenly, and only up to the total. Without a total or overlap to
    /// detect a change between two pages, the walk makes no guesses.
    func upcoming(_ count: Int) -> [PagePosition?] {
        guard end == nil, continuation.failure == nil, count > 0 else { return [] }
        switch position {
        case .page(let number)?: return NumberWalk.upcoming(from: number, count, continuation)
        case .offset(let offset)? where search == nil: return offsets.upcoming(from: offset, count, continuation)
        case .offset?, .cursor?, nil: return [position]
        }
    }

    /// Returns and clears the error of the list itself; the next page is again the one at ``position``.
    mutating func takeFailure() -> NoticeBoardError? {
        defer { continuation.failure = nil }
        return continuation.failure
    }

    /// Accepts the page at ``position``, and returns its new items, or `nil` if another page is needed first.
    mutating func accept(_ page: Page<Item>) -> LoadedPage<Item>? {
        guard end == nil else { return nil }
        let total = page.total.flatMap { $0 >= 0 ? $0 : nil }
        defer { if let total { progress.total = total } }
        notePins(of: page)
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
        return add(page, from: begin, total)
    }

    /// Records the items that a page declares as pinned; new ones may have left their places above.
    private mutating func notePins(of page: Page<Item>) {
        let former = known.lastPins
        offsets.pinShift = continuation.pages > 0 ? page.pinnedIDs.count { !former.contains($0) } : 0
        guard page.pinned > 0 || !former.isEmpty else { return }
        known.lastPins = page.pinnedIDs
        known.pin(known.lastPins)
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
