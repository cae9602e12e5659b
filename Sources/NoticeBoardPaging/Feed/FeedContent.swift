import Foundation
import NoticeBoardBase

/// The content of a list: its rows in the service's order, their items in display order, and what is shown of them.
///
/// A page becomes ``Evidence``, which ``Merge`` compares with the rows of one stretch. This type knows what these do not: items,
/// totals, and where a page belongs.
///
/// - A refresh meets the list, or leaves a gap above it. Unknown rows above the list's first row are left to a refresh.
/// - A refresh, and a page that fills a gap, put every row in question that they do not show. Other pages remove only rows in doubt:
///   those that were restored or that the total leaves out are reloaded around the anchor or as they appear, and those that no
///   page has shown since the last refresh are reloaded as they appear.
/// - With offsets, a page without a known row is only likely to be below the others: as many rows may have come as have gone.
/// - Totals choose the next request, and prove nothing.
/// - Newcomers and pinned rows prove nothing. In a moving list, pages remove nothing.
struct FeedContent<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// A change, as a closure that returns a list's edits.
    typealias Translation = @Sendable (FeedItems<Item>) -> [FeedEdit<Item>]

    let rules: FeedRules<Item>
    /// The items in display order.
    var items = FeedItems<Item>()
    /// The rows in the service's order, and the walks that continue them.
    var list: FeedList<Item>
    /// What the pages have told about the service.
    var facts = ServiceFacts<Item.ID>()
    /// The total, if the service reports one.
    var total: Int?
    /// The number of items known to be above the loaded ones.
    var newItemCount = 0
    /// The row at the top of the screen; always one of the items.
    var anchor: Item.ID?
    /// Whether the page was stored on the device before the rows were loaded, so that it proves none of them deleted.
    var isOutdated = false
    /// Whether the list's own order has to be applied again.
    var isUnsorted = false
    /// Why an item is hidden, if it is.
    var filter: FeedRules<Item>.Filter?
    /// The reasons to hide items that are ignored for now.
    var shownReasons: Set<HiddenReason> = []
    /// What the screen shows.
    var shown = ShownContent<Item>()

    /// Creates an empty list.
    init(_ rules: FeedRules<Item>) {
        self.rules = rules
        filter = rules.filter
        list = FeedList(PageWalk(rules: rules.paging))
        filterItems()
    }

    // MARK: - Rows

    /// The walk that continues the list.
    var walk: PageWalk<Item> {
        get { list.walk }
        set { list.walk = newValue }
    }
    /// Why the list does not continue.
    var end: PageEnd? { list.walk.end }
    /// Whether the list has no rows.
    var isEmpty: Bool { list.count == 0 }
    /// The number of elements that could not be decoded.
    var skipped: Int { facts.skipped }
    /// Whether pages show the place of every row.
    var showsPlaces: Bool { !facts.hidesPlaces && facts.pins.isEmpty }

    /// Returns the ID of the item in a slot.
    func id(of slot: Int) -> Item.ID { items.id(in: slot) }

    /// Returns the row of an item.
    func row(_ id: Item.ID) -> FeedRow? { items.slot(of: id).flatMap(list.row) }

    /// Returns a row's index in the service's order.
    func index(of id: Item.ID) -> Int? { items.slot(of: id).flatMap(list.index) }

    /// Returns whether a row is loaded and has a place that a page has shown.
    func isPlaced(_ id: Item.ID) -> Bool { row(id)?.hasPlace ?? false }

    /// Returns rows with slots for the new items of a page.
    mutating func resolve(_ rows: [FeedRow], _ page: Page<Item>) -> [FeedRow] {
        var rows = rows
        for index in rows.indices where rows[index].slot < 0 { rows[index].slot = items.add(page.items[~rows[index].slot]) }
        guard !facts.pins.isEmpty else { return rows }
        let pins = Set(facts.pins.compactMap(items.slot))
        for index in rows.indices where rows[index].origin == .page && pins.contains(rows[index].slot) {
            rows[index].origin = .pin
            rows[index].cursor = nil
        }
        return rows
    }

    /// Makes the items those of the rows, after rows have come, gone or moved, or a gap has opened or closed.
    mutating func showRows() {
        let slots = list.rows.map(\.slot)
        guard rules.order != nil else { return items.show(slots) }
        items.showUnsorted(slots)
        isUnsorted = true
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
            list.insertAtHead([FeedRow(slot: items.add(item), origin: .change)])
            showRows()
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
        guard let slot = items.slot(of: item.id) else { return false }
        replace(in: slot, with: item)
        return true
    }

    /// Replaces the item in a slot by one with the same ID.
    mutating func replace(in slot: Int, with item: Item) {
        let old = items.item(in: slot)
        // Keep the stored instance of an equal item.
        guard old != item else { return }
        items.replace(in: slot, with: item)
        if let precedes = rules.order, precedes(old, item) || precedes(item, old) { isUnsorted = true }
    }

    mutating func remove(_ id: Item.ID) {
        guard let slot = items.slot(of: id) else { return }
        let stretches = list.stretches.count
        let generation = walk.generation
        let removed = list.takeOut { $0.slot == slot }
        showRows()
        changeTotal(by: -1)
        if list.stretches.count < stretches, walk.generation == generation {
            walk.generation += 1
        } else if removed.first?.isNewcomer == false {
            walk.lost(1, first: firstOfWalk)
        }
    }

    /// Changes the total that the service reported by items that were added or removed since.
    mutating func changeTotal(by count: Int) { total = total.map { max($0.clampedAdding(count), 0) } }

    // MARK: - After a change

    /// Updates the order, the visible rows and the anchor after a change of the items, formerly `before`.
    mutating func settle(after before: FeedItems<Item>) {
        if let slots = items.compact() { list.renumber(slots) }
        sortItems()
        showVisible()
        guard let anchor, !items.contains(id: anchor) else { return }
        // A neighbor replaces it, preferably the one below.
        let index = before.index(id: anchor) ?? before.endIndex
        let stays = { [items] (item: Item) in items.contains(id: item.id) }
        self.anchor = (before[index...].first(where: stays) ?? before[..<index].last(where: stays))?.id
    }

    /// Applies the list's own order within each stretch, not across a gap.
    mutating func sortItems() {
        guard let order = rules.order, isUnsorted else { return }
        isUnsorted = false
        let orderBelow = rules.orderBelowGaps ?? order
        items.sort(slots: list.stretches.map { $0.rows.map(\.slot) }) { ($0 == 0 ? order : orderBelow)($1, $2) }
    }

    /// Sets the row at the top of the screen; ignores a row that is not in the list.
    mutating func scroll(to id: Item.ID?) {
        if id.map(items.contains) ?? true { anchor = id }
    }
}
