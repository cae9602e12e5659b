/// The items of a list in display order, with fast access by ID.
///
/// A value like an array: copies share their items until one changes.
public struct FeedItems<Item: Identifiable & Equatable & Sendable>: RandomAccessCollection, Sendable where Item.ID: Sendable {
    /// The items, also removed ones, in the order they were added; inserting and moving others keeps an item's slot.
    @usableFromInline var slots: [FeedSlot<Item>] = []
    /// The slots of the items in display order.
    @usableFromInline var order: [Int] = []
    /// The slot of each item.
    private var places: [Item.ID: Int] = [:]

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
        for item in items where place(of: item.id) == nil { order.append(add(item)) }
    }

    /// The index of the first item, 0.
    @inlinable public var startIndex: Int { 0 }
    /// The index after the last item.
    @inlinable public var endIndex: Int { order.count }
    /// The item at an index.
    @inlinable public subscript(position: Int) -> Item { slots[order[position]].item }

    /// The item with an ID, or `nil`.
    public subscript(id id: Item.ID) -> Item? { place(of: id).map { slots[$0].item } }
    /// Returns whether there is an item with this ID.
    public func contains(id: Item.ID) -> Bool { place(of: id) != nil }
    /// Returns the index of the item with an ID, in linear time.
    public func index(id: Item.ID) -> Int? { place(of: id).flatMap(order.firstIndex) }
    /// The IDs in display order, for a data source's snapshot.
    public var ids: [Item.ID] { order.map { slots[$0].item.id } }

    private func place(of id: Item.ID) -> Int? {
        guard let place = places[id] else { return nil }
        return leavesOutHidden && reasons[place] != nil ? nil : place
    }

    // MARK: - Hiding

    /// Hides the items for which `filter` returns a reason, also those added later; `nil` shows all.
    mutating func hide(by filter: FeedRules<Item>.Filter?) {
        self.filter = filter
        guard let filter else { return reasons = [] }
        reasons.removeAll(keepingCapacity: true)
        reasons.reserveCapacity(slots.count)
        // By index, so that no item is copied.
        for place in slots.indices { reasons.append(filter(slots[place].item)) }
    }

    /// The IDs of the hidden items.
    var hiddenIDs: [Item.ID] { filter == nil ? [] : order.filter { reasons[$0] != nil }.map { slots[$0].item.id } }

    /// Returns a copy without the hidden items, which shares all storage, and the number of hidden items by reason.
    func withoutHidden() -> (items: Self, counts: [HiddenReason: Int]) {
        guard filter != nil else { return (self, [:]) }
        var (shown, counts) = (self, [HiddenReason: Int]())
        var (last, run): (HiddenReason?, Int) = (nil, 0)
        shown.order = order.filter { place in
            guard let reason = reasons[place] else { return true }
            // Counts equal reasons in a row at once: hashing one takes longer than comparing it.
            if let former = last, former != reason {
                counts[former, default: 0] += run
                run = 0
            }
            (last, run) = (reason, run + 1)
            return false
        }
        if let last { counts[last, default: 0] += run }
        shown.leavesOutHidden = true
        return (shown, counts)
    }

    // MARK: - Changing

    /// Returns the items, with equal ones replaced by their stored instances.
    ///
    /// Their texts then share storage, which makes
    /// comparing fast and avoids redrawing.
    func instances(of new: [Item]) -> [Item] {
        new.map { item in
            guard let own = self[id: item.id], own == item else { return item }
            return own
        }
    }

    /// Changes every item; one that gets another ID or stays equal is not replaced.
    mutating func patchAll(_ change: (inout Item) -> Void) {
        for place in order {
            var new = slots[place].item
            change(&new)
            if new.id == slots[place].item.id, new != slots[place].item { replace(at: place, with: new) }
        }
    }

    /// Replaces the item with the same ID.
    mutating func replace(_ item: Item) {
        if let place = place(of: item.id) { replace(at: place, with: item) }
    }

    private mutating func replace(at place: Int, with item: Item) {
        slots[place] = FeedSlot(item)
        if let filter { reasons[place] = filter(item) }
    }

    /// Inserts new items at an index.
    mutating func insert(_ new: [Item], at position: Int) {
        let added = new.map { add($0) }
        order.insert(contentsOf: added, at: position)
    }

    /// Sorts each stretch of the service's order on its own; items of equal rank keep that order.
    ///
    /// `precedes` gets the number of the stretch, too.
    mutating func sort(_ stretches: [ArraySlice<Item.ID>], by precedes: (Int, Item, Item) -> Bool) {
        var keys = Array(repeating: (stretch: 0, rank: 0), count: slots.count)
        for (number, ids) in stretches.enumerated() {
            for (rank, id) in zip(ids.indices, ids) { if let place = places[id] { keys[place] = (number, rank) } }
        }
        // The standard library's sort is fast for a sorted list with a few more items.
        order.sort { [slots] left, right in
            let (above, below) = (keys[left], keys[right])
            guard above.stretch == below.stretch else { return above.stretch < below.stretch }
            if precedes(above.stretch, slots[left].item, slots[right].item) { return true }
            return above.rank < below.rank && !precedes(above.stretch, slots[right].item, slots[left].item)
        }
    }

    /// Removes the items with these IDs.
    mutating func remove(_ ids: some Collection<Item.ID>) {
        let gone = ids.compactMap(place)
        guard !gone.isEmpty else { return }
        var goes = Array(repeating: false, count: slots.count)
        for place in gone { goes[place] = true }
        order.removeAll { goes[$0] }
        vacate(gone)
    }

    /// Gives a new item a slot.
    private mutating func add(_ item: Item) -> Int {
        slots.append(FeedSlot(item))
        if let filter { reasons.append(filter(item)) }
        places[item.id] = slots.count - 1
        return slots.count - 1
    }

    /// Forgets removed items; their slots stay unused until the list is built anew, once they are the majority.
    private mutating func vacate(_ gone: [Int]) {
        for place in gone { places[slots[place].item.id] = nil }
        guard slots.count > 2 * order.count + 32 else { return }
        let filter = filter
        self = Self(self)
        hide(by: filter)
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
@usableFromInline final class FeedSlot<Item: Equatable & Sendable>: Sendable, Equatable {
    @usableFromInline let item: Item

    init(_ item: Item) { self.item = item }

    @usableFromInline static func == (left: FeedSlot, right: FeedSlot) -> Bool { left === right || left.item == right.item }
}
