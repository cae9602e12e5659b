import Foundation
import NoticeBoardBase

/// The content of a list: its items in the service's and in display order, and the walk that continues it.
///
/// Every page joins the list by the same rules, whatever it was requested for:
/// 1. A row is new if the list does not have its ID. It goes between the known rows that the page shows around it.
/// 2. Unknown rows above the list's first row are left to a refresh. A refresh that does not meet the list leaves a gap.
/// 3. A row is removed only if a page shows a row above it and one below it, without the row and without an undecodable element
///    in between. The head, and the row that a cursor continues, count as above; the end of the list counts as below. Where rows
///    only enter at the head, the rows below a gap are below its rows, and older pages remove nothing.
/// 4. That needs the order of these rows. A row is unlinked if no page has shown its order with the row above it. A row in doubt
///    that may only be elsewhere moves beyond the rows of the page, or to an undecodable element. With offsets, a page without a
///    known row is only likely to be below the others: as many rows may have come as have gone.
/// 5. A refresh, and a page that fills a gap, put every row in doubt that they do not show. Other pages remove only rows in doubt:
///    those that were restored or that the total leaves out are reloaded around the anchor or as they appear, and those that no
///    page has shown since the last refresh are reloaded as they appear.
/// 6. Newcomers and pinned rows prove nothing. In a moving list, pages remove nothing.
struct FeedContent<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// A change, as a closure that returns a list's edits.
    typealias Translation = @Sendable (FeedItems<Item>) -> [FeedEdit<Item>]

    /// The items in display order.
    var items = FeedItems<Item>()
    /// The total, if the service reports one.
    var total: Int?
    /// The number of items known to be above the loaded ones.
    var newItemCount = 0
    /// The number of elements that could not be decoded.
    var skipped = 0
    /// Where items may be missing, in list order.
    // Not a key path: generic code creates one at every call, which took half of the time of an event.
    var gaps: [PageGap<Item.ID>] { openGaps.map { $0.edges } }
    /// Why the list does not continue.
    var end: PageEnd? { walk.end }
    /// The row at the top of the screen; always one of the items.
    private(set) var anchor: Item.ID?

    let rules: FeedRules<Item>
    /// The walk that continues below the lowest gap.
    var walk: PageWalk<Item>
    /// The loaded items in the service's order.
    var sequence: [Item.ID] = []
    /// The gaps, with the walks into them.
    var openGaps: [FeedGap<Item>] = []
    /// Items that a change inserted at the head and that no page has shown yet: their place at the service is unknown, so they
    /// prove nothing about their neighbors.
    var newcomers: Set<Item.ID> = []
    /// Rows that a page showed once and that may be deleted by now, until a page shows them again.
    ///
    /// They were restored from a snapshot, or the total shows that one is missing. ``FeedState/isStale`` is about the whole list.
    var unconfirmed: Set<Item.ID> = []
    /// Rows whose order with the row above them no page has shown: the two may be in the wrong order, and prove no deletion.
    var unlinked: Set<Item.ID> = []
    /// The rows above unlinked rows that are either below them or above all rows; a refresh shows which.
    var seams: [Item.ID: Item.ID] = [:]
    /// The rows that pages have shown since the last refresh; the others may be changed or deleted by now.
    var shown: Set<Item.ID> = []
    /// Whether the page was stored on the device before the rows were loaded, so that it proves none of them deleted.
    var isOutdated = false
    /// Whether pages had pinned or undecodable elements, whose places they did not show.
    var hidesPlaces = false
    /// Whether the list's own order has to be applied again, and the edges of the gaps when it was.
    var (isUnsorted, sortedEdges): (Bool, [Item.ID?]) = (false, [])
    /// Why an item is hidden, if it is; and the reasons ignored for now.
    var filter: FeedRules<Item>.Filter?
    var shownReasons: Set<HiddenReason> = []
    /// The items that are not hidden, and the number of hidden ones by reason.
    var visible = FeedItems<Item>()
    var hiddenCounts: [HiddenReason: Int] = [:]
    /// The visible rows below gaps, where these differ from the gaps' own; and the numbers of items missing in gaps.
    var (gapPlaces, gapSizes): ([PageGap<Item.ID>: Item.ID?], [PageGap<Item.ID>: Int]) = ([:], [:])
    /// The last position that a page named, of the kind that the service uses.
    var lastPosition: PagePosition?
    /// Whether the service is known to use offsets.
    var usesOffsets: Bool { if case .offset? = walk.position ?? lastPosition { true } else { false } }
    /// The number of elements on the longest page so far.
    var pageSize = 0
    /// Whether a page has shown rows beyond the total, so that the total does not show where the list ends.
    var isTotalTooSmall = false
    /// The number of rows that the total leaves out, known once no row is stale.
    var rowsMissingFromTotal = 0
    /// The total because of which rows are reloaded: it differs from what the last refresh expected.
    var checkedTotal: Int?
    /// Where a cursor service continues after a row that ended a page.
    var cursorsAfter: [Item.ID: PagePosition] = [:]

    /// Creates an empty list, or restores one from a snapshot.
    init(_ rules: FeedRules<Item>, from memory: FeedSnapshot<Item>? = nil) {
        self.rules = rules
        filter = rules.filter
        walk = PageWalk(rules: rules.paging)
        filterItems()
        var known: Set<Item.ID> = []
        guard let memory, !memory.items.isEmpty else { return }
        let items = memory.items.filter { known.insert($0.id).inserted }
        insert(items, at: 0)
        newcomers = memory.newcomers.intersection(known)
        (unlinked, seams, hidesPlaces) = (memory.unlinked ?? [], memory.seams ?? [:], memory.hidesPlaces ?? false)
        // A stored snapshot is untrusted input.
        cursorsAfter = (memory.cursors ?? [:]).filter { known.contains($0.key) && $0.value.cursor != nil }
        unconfirmed = rules.serviceOrder == .moving ? [] : known.subtracting(newcomers)
        restoreGaps(memory.gaps, memory.bookmark)
        sortItems()
        (total, lastPosition) = (walk.progress.total, memory.bookmark.position)
        if memory.anchor.map(known.contains) == true { anchor = memory.anchor }
        showVisible()
    }

    /// Returns the snapshot to store.
    func snapshot(_ storedAt: Date?) -> FeedSnapshot<Item> {
        var kept = FeedSnapshot(
            items: sequence.compactMap { items[id: $0] }, bookmark: walk.bookmark, anchor: anchor, storedAt: storedAt)
        kept.gaps = openGaps.map { FeedSnapshot.Gap(edges: $0.edges, bookmark: $0.walk.bookmark) }
        kept.newcomers = newcomers
        kept.seams = seams.isEmpty ? nil : seams
        (kept.unlinked, kept.hidesPlaces) = (unlinked.isEmpty ? nil : unlinked, hidesPlaces ? true : nil)
        kept.cursors =
            cursorsAfter.isEmpty ? nil : cursorsAfter.filter { items.contains(id: $0.key) && !newcomers.contains($0.key) }
        kept.limitStretches()
        return kept
    }

    // MARK: - Queries

    private var distance: Int { max(rules.prefetchDistance, 1) }
    /// Returns the number of visible rows below a row near the end, in the service's order; `nil` further up.
    func rowsBelow(_ id: Item.ID) -> Int? {
        var below = 0
        for row in sequence.reversed() where hiddenCounts.isEmpty || visible.contains(id: row) {
            if row == id { return below }
            below += 1
            if below == distance { break }
        }
        return nil
    }

    /// Returns whether a row is near the end of a display order that differs from the service's.
    func isNearShownEnd(_ id: Item.ID) -> Bool {
        rules.order != nil && visible.suffix(distance).contains { $0.id == id }
    }

    // MARK: - Older pages

    /// Adds a page, and returns whether it had new items.
    mutating func add(_ page: Page<Item>) -> (isLonger: Bool, failure: NoticeBoardError?) {
        let (position, formerTotal, skippedOver) = (walk.position, walk.progress.total, rowsBelow(page))
        note(page, at: position)
        let (last, endedBroken) = (walk.lastID, walk.endsBroken)
        let loaded = walk.accept(page)
        var failure = walk.takeFailure()
        if failure?.code == .placeLost, goOnInGap() { failure = nil }
        if failure?.code == .placeLost, walk.hasGivenUp {
            // A refresh finds a place to continue; looking further would request the whole list.
            walk.isOutOfOrder = true
            failure = nil
        }
        // The page may belong above: a refresh finds the place below the loaded rows.
        guard !walk.isOutOfOrder else { return (false, failure) }
        let isLonger =
            loaded.map {
                append($0, of: page, at: position, below: last.flatMap { items.contains(id: $0) ? $0 : nil }, endedBroken)
            } ?? false
        if failure == nil, !isOutdated { doubtRows(after: page, at: position, formerTotal, isLonger ? skippedOver : []) }
        (total, newItemCount) = (walk.progress.total, max(0, walk.cameAbove - newcomers.count))
        return (isLonger, failure)
    }

    private mutating func append(
        _ loaded: LoadedPage<Item>, of page: Page<Item>, at position: PagePosition?, below last: Item.ID?, _ endedBroken: Bool
    ) -> Bool {
        // The row that the page continues, unless it shows it again or the list may have moved.
        let isBelow = loaded.link != .unknown && !endedBroken && !page.items.contains { $0.id == last }
        let previous = isBelow ? last.flatMap { hasPlace($0) ? $0 : nil } : nil
        skipped += loaded.skipped.count
        // Items above the loaded ones are left to a refresh; they prove no place of a later page.
        let above = rules.serviceOrder == .moving ? 0 : loaded.above
        walk.seen.subtract(loaded.items.prefix(above).map { $0.id })
        // The walk may not know rows above a gap that is gone.
        let new = loaded.items.dropFirst(above).filter { newcomers.contains($0.id) || !items.contains(id: $0.id) }
        let arrived = new.filter { newcomers.contains($0.id) }
        takeAway(arrived.map { $0.id })
        append(new, of: page, at: position, below: previous, last, loaded.link)
        putBack(arrived.filter { !items.contains(id: $0.id) })
        leaveOut(new.filter { !items.contains(id: $0.id) }, of: page, at: position)
        openGaps(loaded.gaps)
        return new.contains { items.contains(id: $0.id) && !newcomers.contains($0.id) }
    }

    // MARK: - Changes

    /// Applies a change, and returns whether it had any edits.
    @discardableResult
    mutating func apply(_ translation: Translation) -> Bool {
        let edits = translation(items)
        for edit in edits { apply(edit) }
        return !edits.isEmpty
    }

    /// Applies an edit; applying it twice has the same result.
    mutating func apply(_ edit: FeedEdit<Item>) {
        switch edit {
        case .insert(let item):
            guard !replace(item) else { return }
            insert([item], at: sequence.prefix { [pinned = walk.pinned] in pinned.contains($0) }.count)
            newcomers.insert(item.id)
            unconfirmed.remove(item.id)
            changeTotal(by: 1)
        case .patch(let id, let change):
            guard var new = items[id: id] else { return }
            change(&new)
            // A different ID would be a different item.
            if new.id == id { replace(new) }
        case .patchAll(let change):
            items.patchAll(change)
            isUnsorted = true
        case .remove(let id): remove(id)
        }
    }

    /// Replaces the item with the same ID, and returns whether there is one.
    @discardableResult
    mutating func replace(_ item: Item) -> Bool {
        guard let old = items[id: item.id] else { return false }
        // Keep the stored instance of an equal item.
        guard old != item else { return true }
        items.replace(item)
        if let precedes = rules.order, precedes(old, item) || precedes(item, old) { isUnsorted = true }
        return true
    }

    mutating func remove(_ id: Item.ID) {
        guard items.contains(id: id) else { return }
        let index = index(of: id)
        passLinks(over: [id])
        let continuation = openGaps.isEmpty ? nil : moveGaps(past: [id])
        if let index { sequence.remove(at: index) }
        items.remove(CollectionOfOne(id))
        alignGaps()
        unconfirmed.remove(id)
        changeTotal(by: -1)
        let wasNewcomer = newcomers.remove(id) != nil
        if let continuation {
            goOn(as: continuation)
        } else if !wasNewcomer {
            walk.lost(1, first: firstOfWalk)
        }
    }

    /// Changes the total that the service reported by items that were added or removed since.
    mutating func changeTotal(by count: Int) { total = total.map { max($0.clampedAdding(count), 0) } }

    // MARK: - After a change

    /// Updates the total, visible rows and anchor after a change of the items, formerly `before`.
    mutating func settle(after before: FeedItems<Item>) {
        sortItems()
        showVisible()
        guard let anchor, !items.contains(id: anchor) else { return }
        // A neighbor replaces it, preferably the one below.
        let index = before.index(id: anchor) ?? before.endIndex
        let stays = { [items] (item: Item) in items.contains(id: item.id) }
        self.anchor = (before[index...].first(where: stays) ?? before[..<index].last(where: stays))?.id
    }

    /// Applies the list's own order within each stretch, not across a gap.
    private mutating func sortItems() {
        let edges = openGaps.map { $0.edges.before }
        guard let order = rules.order, isUnsorted || edges != sortedEdges else { return }
        (isUnsorted, sortedEdges) = (false, edges)
        let starts = edges.compactMap { $0.flatMap(index) }.sorted()
        let stretches = zip([0] + starts, starts + [sequence.count]).map { sequence[$0..<$1] }
        let orderBelow = rules.orderBelowGaps ?? order
        items.sort(stretches) { ($0 == 0 ? order : orderBelow)($1, $2) }
    }

    /// Sets the row at the top of the screen; ignores a row that is not in the list.
    mutating func scroll(to id: Item.ID?) {
        if id.map(items.contains) ?? true { anchor = id }
    }
}
