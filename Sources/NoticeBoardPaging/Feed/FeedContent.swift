import Foundation
import NoticeBoardBase

/// What a list holds: its items, in the service's order and as they are shown, and the way on through the service's list.
struct FeedContent<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// What happened, as each list says it for itself.
    typealias Translation = @Sendable (FeedItems<Item>) -> [FeedEdit<Item>]

    /// The items as they are shown.
    var items = FeedItems<Item>()
    /// How many there are, when the service tells.
    var total: Int?
    /// How many are known to have come above what is shown.
    var newItemCount = 0
    /// How many elements could not be read.
    var skipped = 0
    /// Where items may be missing.
    var gaps: [PageGap<Item.ID>] = []
    /// Why the list goes on no further.
    private(set) var end: PageEnd?
    /// The row at the top of the screen; always one of the list.
    private(set) var anchor: Item.ID?

    let rules: FeedRules<Item>
    /// The way through the list, as far as it was loaded.
    var walk: PageWalk<Item>
    /// The loaded items in the service's order.
    var sequence: [Item.ID] = []
    /// The ways on into gaps that a refresh left, each by the item below it.
    var bridges: [Item.ID: PageWalk<Item>] = [:]
    /// Items at the head that stand here because a change said so, and no page yet.
    var newcomers: Set<Item.ID> = []
    /// Rows in doubt: kept from an earlier run, or the total says that one of them is missing.
    var stale: Set<Item.ID> = []
    /// Why an item is hidden, if it is; and the reasons that hide nothing for now.
    var filter: FeedRules<Item>.Filter?
    var shownReasons: Set<HiddenReason> = []
    /// The items that are hidden, how many they are by reason, and the others where any is hidden.
    var hidden: [Item.ID: HiddenReason] = [:]
    var hiddenCounts: [HiddenReason: Int] = [:]
    var unhidden = FeedItems<Item>()
    /// The total that the service told with the last refresh.
    var servedTotal: Int?
    /// How many rows the total does not count, as a comparison of all that were in doubt has shown.
    var uncounted = 0
    /// Where a cursor service goes on behind a row.
    var ways: [Item.ID: PagePosition] = [:]

    /// Nothing yet.
    init(_ rules: FeedRules<Item>) {
        self.rules = rules
        filter = rules.filter
        walk = PageWalk(rules: rules.paging)
    }

    /// What was kept of a list; nothing where there are no items in it.
    init?(_ rules: FeedRules<Item>, from memory: FeedSnapshot<Item>) {
        self.init(rules)
        var known: Set<Item.ID> = []
        let items = memory.items.filter { known.insert($0.id).inserted }
        guard !items.isEmpty else { return nil }
        sequence = items.map { $0.id }
        newcomers = memory.newcomers.intersection(known)
        stale = rules.serviceOrder == .moving ? [] : known.subtracting(newcomers)
        restoreGaps(memory.gaps, memory.bookmark)
        merge(items)
        (end, total) = (walk.end, walk.progress.total)
        keepTotal()
        if memory.anchor.map(known.contains) == true { anchor = memory.anchor }
        filterItems()
    }

    /// What is to be kept of it.
    func snapshot(_ storedAt: Date?) -> FeedSnapshot<Item> {
        var kept = FeedSnapshot(
            items: sequence.compactMap { items[id: $0] }, bookmark: walk.bookmark, anchor: anchor, storedAt: storedAt)
        kept.gaps = gaps.map { FeedSnapshot.Gap($0, bookmark: $0.before.flatMap { bridges[$0]?.bookmark }) }
        kept.newcomers = newcomers
        return kept
    }

    // MARK: - What it knows

    /// Whether a head can join on to what there is.
    var canBeJoined: Bool { !sequence.isEmpty && !walk.isTangled }

    private var distance: Int { max(rules.prefetchDistance, 1) }
    /// How many visible rows follow one near the end, as the service has them; nothing for a row further up.
    func rowsBelow(_ id: Item.ID) -> Int? {
        var count = 0
        for row in sequence.reversed() where hidden.isEmpty || hidden[row] == nil {
            if row == id { return count }
            count += 1
            if count == distance { break }
        }
        return nil
    }

    /// Whether a row is near the end as it is shown, where that is another order than the service's.
    func isNearShownEnd(_ id: Item.ID) -> Bool {
        rules.order != nil && visible.suffix(distance).contains { $0.id == id }
    }

    // MARK: - Further pages

    /// Adds a page, and tells whether anything in it is new.
    mutating func add(_ page: Page<Item>) -> (isLonger: Bool, failure: NoticeBoardError?) {
        note(page)
        let position = walk.position
        let loaded = walk.accept(page)
        var failure = walk.takeFailure()
        if failure?.code == .placeLost, goOnInGap() { failure = nil }
        let isLonger = loaded.map { append($0, of: page, at: position) } ?? false
        (total, newItemCount) = (walk.progress.total, max(0, walk.cameAbove - newcomers.count))
        return (isLonger, failure)
    }

    private mutating func append(_ loaded: LoadedPage<Item>, of page: Page<Item>, at position: PagePosition?) -> Bool {
        skipped += loaded.skipped.count
        gaps += loaded.gaps
        // What stands above is for the refresh to bring.
        let above = rules.serviceOrder == .moving ? 0 : loaded.above
        let new = belowGaps(above == 0 ? loaded.items : Array(loaded.items.dropFirst(above)), of: page)
        let own = insertBetween(takeNewcomers(of: new), of: page, at: position)
        sequence += own.map { $0.id }
        merge(own)
        return !new.isEmpty
    }

    mutating func merge(_ new: [Item], ahead: Bool = false) {
        judge(new)
        guard let precedes = rules.order else { return items.insert(new, ahead: ahead) }
        items.merge(new, ahead: ahead, by: precedes)
    }

    /// Asks once more whether there is anything behind an end that came too early.
    mutating func reopen() {
        walk.reopen()
        end = walk.end
    }

    // MARK: - Changes

    /// Does to the list what happened, and tells whether that is anything.
    mutating func apply(_ translation: Translation) -> Bool {
        let edits = translation(items)
        for edit in edits { apply(edit) }
        return !edits.isEmpty
    }

    /// Does to the list what happened since a load began, in case that its page was written before.
    ///
    /// A head must know of an arrival when it shows one that came later: it has the earlier one further down.
    mutating func apply(_ missed: [Translation], over head: FeedHead<Item>?) {
        guard !missed.isEmpty else { return }
        let shown = Set(head?.items.map { $0.id } ?? [])
        let known = shown.isEmpty ? nil : missed.lastIndex { arrivals(in: $0).contains(where: shown.contains) }
        for (number, translation) in missed.enumerated() {
            for edit in translation(items) {
                if case .insert(let item) = edit, number < known ?? 0, !shown.contains(item.id) { continue }
                apply(edit)
            }
        }
    }

    private func arrivals(in translation: Translation) -> [Item.ID] {
        translation(items).compactMap { if case .insert(let item) = $0 { item.id } else { nil } }
    }

    /// Does to the list what an edit says; a second time it does nothing more.
    private mutating func apply(_ edit: FeedEdit<Item>) {
        switch edit {
        case .insert(let item):
            guard !replace(item) else { return }
            sequence.insert(item.id, at: 0)
            newcomers.insert(item.id)
            merge([item], ahead: true)
            total = total?.clampedAdding(1)
        case .patch(let id, let change):
            if let item = items[id: id] { patch(item, change) }
        case .patchAll(let change): for item in items { patch(item, change) }
        case .remove(let id): remove(id)
        }
    }

    private mutating func patch(_ item: Item, _ change: (inout Item) -> Void) {
        var new = item
        change(&new)
        // An ID that is another would be another item.
        if new.id == item.id { replace(new) }
    }

    /// Puts `item` in the place of the one of the same ID, if there is one.
    @discardableResult
    mutating func replace(_ item: Item) -> Bool {
        guard let old = items[id: item.id] else { return false }
        // An equal item stays the instance that it was.
        guard old != item else { return true }
        items.replace(item)
        judge(CollectionOfOne(item))
        guard let precedes = rules.order, precedes(old, item) || precedes(item, old), let place = sequence.firstIndex(of: item.id)
        else { return true }
        items.move(item.id) { precedes($0, item) || !precedes(item, $0) && sequence[..<place].contains($0.id) }
        return true
    }

    private mutating func remove(_ id: Item.ID) {
        guard items.contains(id: id) else { return }
        let index = index(of: id)
        let continuation = gaps.isEmpty ? nil : moveGaps(past: [id])
        if let index { sequence.remove(at: index) }
        items.remove(CollectionOfOne(id))
        alignGaps()
        stale.remove(id)
        total = total.map { $0 - 1 }
        let wasNewcomer = newcomers.remove(id) != nil
        if let continuation {
            walk.goOn(
                as: continuation, known: continuation.seen.union(sequence[lowestStart...]), loaded: sequence.count)
        } else if !wasNewcomer {
            walk.lost(1, first: firstOfWalk)
        }
    }

    // MARK: - What follows

    /// Settles what follows from a change of the items, which were these before.
    mutating func settle(after before: FeedItems<Item>) {
        end = walk.end
        keepTotal()
        showVisible()
        guard let anchor, !items.contains(id: anchor) else { return }
        // Its place is its neighbour's, rather that of the one below.
        let index = before.index(id: anchor) ?? before.endIndex
        let stays = { [items] (item: Item) in items.contains(id: item.id) }
        self.anchor = (before[index...].first(where: stays) ?? before[..<index].last(where: stays))?.id
    }

    /// What stands in the list is there, whatever an older total says.
    private mutating func keepTotal() { total = total.map { max($0, items.count) } }

    /// Sets the row at the top of the screen, if it is one of the list.
    mutating func scroll(to id: Item.ID?) {
        if id.map(items.contains) ?? true { anchor = id }
    }
}
