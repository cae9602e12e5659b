/// The items of a list in display order, with fast access by ID.
///
/// A value like an array: copies share their items until one changes.
public struct FeedItems<Item: Identifiable & Equatable & Sendable>: RandomAccessCollection, Sendable where Item.ID: Sendable {
    /// The items, also removed ones, in the order they were added; inserting and moving others keeps an item's slot.
    @usableFromInline var slots: [FeedSlot<Item>] = []
    /// The slots of the items in display order.
    @usableFromInline var order: [Int] = []
    /// The number of each item's slot.
    private var slotNumbers: [Item.ID: Int] = [:]

    /// Returns why an item is hidden, if it is.
    private var filter: FeedRules<Item>.Filter?
    /// Why each slot's item is hidden; empty without a filter.
    private var reasons: [HiddenReason?] = []
    /// Whether this is a copy without the hidden items.
    private var leavesOutHidden = false

    /// Creates an empty list.
    public init() {}

    /// Creates a list, for a state made by hand; keeps the first item of each ID.
    public init(_ items: some Sequence<Item>) {
        for item in items where slot(of: item.id) == nil { order.append(add(item)) }
    }

    /// The index of the first item, 0.
    @inlinable public var startIndex: Int { 0 }
    /// The index after the last item.
    @inlinable public var endIndex: Int { order.count }
    /// The item at an index.
    @inlinable public subscript(position: Int) -> Item { slots[order[position]].item }

    /// The item with an ID, or `nil`.
    public subscript(id id: Item.ID) -> Item? { slot(of: id).map { slots[$0].item } }
    /// Returns whether there is an item with this ID.
    public func contains(id: Item.ID) -> Bool { slot(of: id) != nil }
    /// Returns the index of the item with an ID, in linear time.
    public func index(id: Item.ID) -> Int? { slot(of: id).flatMap(order.firstIndex) }
    /// The IDs in display order, for a data source's snapshot.
    public var ids: [Item.ID] { order.map { slots[$0].item.id } }

    // MARK: - Slots

    /// Returns the number of an item's slot, by which the rows of a list know the item.
    func slot(of id: Item.ID) -> Int? {
        guard let slot = slotNumbers[id] else { return nil }
        return leavesOutHidden && reasons[slot] != nil ? nil : slot
    }

    /// Returns the slots of items; that of an unknown item is `nil`.
    func slots(of items: [Item]) -> [Int?] {
        var slots: [Int?] = []
        slots.reserveCapacity(items.count)
        // By index, so that no item is copied.
        for index in items.indices { slots.append(slot(of: items[index].id)) }
        return slots
    }

    /// Returns the slots of the items that are in the list.
    func knownSlots(of items: [Item]) -> [Int] { slots(of: items).compactMap { $0 } }

    /// Returns the ID of the item in a slot.
    func id(in slot: Int) -> Item.ID { slots[slot].id }

    /// Returns the item in a slot.
    func item(in slot: Int) -> Item { slots[slot].item }

    /// Returns whether the item in a slot is hidden.
    func isHidden(_ slot: Int) -> Bool { filter != nil && reasons[slot] != nil }

    /// Gives a new item a slot; it is not shown yet.
    mutating func add(_ item: Item) -> Int {
        slots.append(FeedSlot(item))
        if let filter { reasons.append(filter(item)) }
        slotNumbers[item.id] = slots.count - 1
        return slots.count - 1
    }

    /// Forgets the slots of removed items once they are the majority, and returns the new numbers of the others.
    mutating func compact() -> [Int: Int]? {
        guard slots.count > 2 * order.count + 32 else { return nil }
        let former = order
        let filter = filter
        self = Self(self)
        hide(by: filter)
        return Dictionary(uniqueKeysWithValues: zip(former, order))
    }

    // MARK: - Hiding

    /// Hides the items for which `filter` returns a reason, also those added later; `nil` shows all.
    mutating func hide(by filter: FeedRules<Item>.Filter?) {
        self.filter = filter
        guard let filter else { return reasons = [] }
        reasons.removeAll(keepingCapacity: true)
        reasons.reserveCapacity(slots.count)
        for slot in slots { reasons.append(slot.reason(by: filter)) }
    }

    /// The IDs of the hidden items.
    var hiddenIDs: [Item.ID] { filter == nil ? [] : order.filter { reasons[$0] != nil }.map { slots[$0].item.id } }

    /// Returns a copy without the hidden items, which shares all storage, and the number of hidden items by reason.
    func withoutHidden() -> (items: Self, counts: [HiddenReason: Int]) {
        guard filter != nil else { return (self, [:]) }
        var shown = self
        var counts: [HiddenReason: Int] = [:]
        var last: HiddenReason?
        var run = 0
        shown.order = order.filter { slot in
            guard let reason = reasons[slot] else { return true }
            // Counts equal reasons in a row at once: hashing one takes longer than comparing it.
            if let former = last, former != reason {
                counts[former, default: 0] += run
                run = 0
            }
            last = reason
            run += 1
            return false
        }
        if let last { counts[last, default: 0] += run }
        shown.leavesOutHidden = true
        return (shown, counts)
    }

    // MARK: - Changing

    /// Returns the items, with equal ones replaced by their stored instances.
    ///
    /// Their texts then share storage, which makes comparing fast and avoids redrawing.
    func instances(of new: [Item]) -> [Item] {
        new.map { item in
            guard let own = self[id: item.id], own == item else { return item }
            return own
        }
    }

    /// Changes every item; one that gets another ID or stays equal is not replaced.
    mutating func patchAll(_ change: (inout Item) -> Void) {
        for slot in order {
            var new = slots[slot].item
            change(&new)
            if new.id == slots[slot].item.id, new != slots[slot].item { replace(in: slot, with: new) }
        }
    }

    /// Replaces the item with the same ID.
    mutating func replace(_ item: Item) {
        if let slot = slot(of: item.id) { replace(in: slot, with: item) }
    }

    /// Replaces the item in a slot by one with the same ID.
    mutating func replace(in slot: Int, with item: Item) {
        slots[slot] = FeedSlot(item)
        if let filter { reasons[slot] = filter(item) }
    }

    // MARK: - Order

    /// Shows the items in these slots, in this order, and forgets all others.
    mutating func show(_ shown: [Int]) {
        guard shown != order else { return }
        let former = order
        order = shown
        guard former.count > shown.count || !shown.starts(with: former) else { return }
        var stays = Array(repeating: false, count: slots.count)
        for slot in shown { stays[slot] = true }
        for slot in former where !stays[slot] { slotNumbers[slots[slot].item.id] = nil }
    }

    /// Shows the items in these slots: first those that are shown already, in their order, then the new ones.
    mutating func showUnsorted(_ shown: [Int]) {
        var stays = Array(repeating: false, count: slots.count)
        for slot in shown { stays[slot] = true }
        let kept = order.filter { stays[$0] }
        for slot in kept { stays[slot] = false }
        show(kept + shown.filter { stays[$0] })
    }

    /// Sorts each stretch of slots, in the service's order, on its own; items of equal rank keep that order.
    ///
    /// `precedes` gets the number of the stretch, too.
    mutating func sort(slots stretches: [[Int]], by precedes: (Int, Item, Item) -> Bool) {
        var keys = Array(repeating: (stretch: Int.max, rank: 0), count: slots.count)
        for (number, stretch) in stretches.enumerated() {
            for (rank, slot) in stretch.enumerated() { keys[slot] = (number, rank) }
        }
        // The standard library's sort is fast for a sorted list with a few more items.
        order.sort { [slots] left, right in
            let above = keys[left]
            let below = keys[right]
            guard above.stretch == below.stretch else { return above.stretch < below.stretch }
            if precedes(above.stretch, slots[left].item, slots[right].item) { return true }
            return above.rank < below.rank && !precedes(above.stretch, slots[right].item, slots[left].item)
        }
    }
}

extension FeedItems: Equatable {
    /// Returns whether both have equal items in the same order; skips shared storage.
    public static func == (left: Self, right: Self) -> Bool {
        // Not `count`: the collection's own takes a fifth of the time of an event.
        guard left.order.count == right.order.count else { return false }
        guard left.order == right.order else { return left.elementsEqual(right) }
        // Arrays with the same storage are equal without comparing elements; unused slots do not count.
        let allUsed = left.slots.count == left.order.count && right.slots.count == right.order.count
        return left.slots == right.slots || !allUsed && left.order.allSatisfy { left.slots[$0] == right.slots[$0] }
    }
}

extension FeedItems: ExpressibleByArrayLiteral {
    /// Creates a list; keeps the first item of each ID.
    public init(arrayLiteral elements: Item...) { self.init(elements) }
}

/// An item in memory of its own, so that copies and comparisons of a list touch only references.
@usableFromInline final class FeedSlot<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable {
    @usableFromInline let item: Item

    init(_ item: Item) { self.item = item }

    // In the slot, the item is read in its place; outside, generic code copies it.

    /// The item's ID.
    var id: Item.ID { item.id }

    /// Returns why a filter hides the item.
    func reason(by filter: FeedRules<Item>.Filter) -> HiddenReason? { filter(item) }

    @usableFromInline static func == (left: FeedSlot, right: FeedSlot) -> Bool { left === right || left.item == right.item }
}

extension FeedSlot: Codable where Item: Codable {
    @usableFromInline convenience init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Item.self))
    }

    @usableFromInline func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(item)
    }
}
