/// The items of a list in the order in which they are shown, each to be found by its ID at once.
///
/// A value as an array is one, made for lists that change a little at a time while a screen still holds them as they were: what
/// was not touched is shared by both, so that a change neither copies the rest nor makes anybody compare it.
public struct FeedItems<Item: Identifiable & Equatable & Sendable>: RandomAccessCollection, Sendable where Item.ID: Sendable {
    /// The items, 32 together; each keeps its place when others come or move.
    @usableFromInline var groups: [[Item]] = []
    /// The places of the items in the order in which they are shown.
    @usableFromInline var order: [Int] = []
    /// The place of each item, on shelves by what its ID is hashed to: one that comes or goes makes a copy of its shelf alone.
    ///
    /// There are none as long as there are no items: a state of a list is made for every event.
    private var shelves: [[Item.ID: Int]] = []

    /// Whether the item of a place is here and not shown; none if all are.
    private var isHidden: [Bool] = []
    /// How many places there are.
    private var placed = 0

    /// No items.
    public init() {}

    /// These items, for a state that is made by hand; of several with one ID the first.
    public init(_ items: some Sequence<Item>) {
        for item in items where place(of: item.id) == nil { order.append(add(item)) }
    }

    /// Where the first one stands.
    @inlinable public var startIndex: Int { 0 }
    /// Behind the last one.
    @inlinable public var endIndex: Int { order.count }
    /// The item that is shown at a place.
    @inlinable public subscript(position: Int) -> Item { item(at: order[position]) }

    /// The item of an ID, if it is here.
    public subscript(id id: Item.ID) -> Item? { place(of: id).map(item) }
    /// Whether there is an item of this ID.
    public func contains(id: Item.ID) -> Bool { place(of: id) != nil }
    /// Where the item of an ID is shown, if it is here.
    public func index(id: Item.ID) -> Int? { place(of: id).flatMap(order.firstIndex) }
    /// The IDs in the order in which the items are shown: for the snapshot of a data source.
    public var ids: [Item.ID] { order.map { item(at: $0).id } }

    @usableFromInline static var size: Int { 32 }

    @inlinable func item(at place: Int) -> Item { groups[place / Self.size][place % Self.size] }

    private static var shelfCount: Int { 128 }
    private func shelf(of id: Item.ID) -> Int { id.hashValue & (Self.shelfCount - 1) }
    private func place(of id: Item.ID) -> Int? {
        guard !shelves.isEmpty, let place = shelves[shelf(of: id)][id] else { return nil }
        return isHidden.isEmpty || !isHidden[place] ? place : nil
    }

    /// The same items without some, which share everything with these.
    func hiding(_ ids: some Collection<Item.ID>) -> Self {
        var isHidden = Array(repeating: false, count: placed)
        for id in ids { if let place = place(of: id) { isHidden[place] = true } }
        var shown = self
        shown.order.removeAll { isHidden[$0] }
        shown.isHidden = isHidden
        return shown
    }

    // MARK: - Changing

    /// These items, each as the instance that is here already where it is equal to that: its texts then compare by their
    /// storage, and nothing is drawn anew.
    func instances(of new: [Item]) -> [Item] {
        new.map { item in
            guard let own = self[id: item.id], own == item else { return item }
            return own
        }
    }

    /// A page whose items are such instances.
    func instances(of page: Page<Item>) -> Page<Item> {
        var page = page
        page.items = instances(of: page.items)
        return page
    }

    /// Puts an item in the place of the one of the same ID.
    mutating func replace(_ item: Item) {
        guard let place = place(of: item.id) else { return }
        groups[place / Self.size][place % Self.size] = item
    }

    /// Puts items that are not here behind the others, or before them.
    mutating func insert(_ new: [Item], ahead: Bool) {
        let added = new.map { add($0) }
        order.insert(contentsOf: added, at: ahead ? 0 : order.endIndex)
    }

    /// Puts items that are not here above a position.
    mutating func insert(_ new: [Item], at position: Int) {
        let added = new.map { add($0) }
        order.insert(contentsOf: added, at: position)
    }

    /// Puts items that are not here where they belong in a list that is in order: behind those of equal rank, or before them.
    mutating func merge(_ new: [Item], ahead: Bool, by precedes: (Item, Item) -> Bool) {
        merge(new, behind: { _ in !ahead }, by: precedes)
    }

    /// Puts items that are not here where they belong in a list that is in order: of those of equal rank, behind some.
    mutating func merge(_ new: [Item], behind isAbove: (Item) -> Bool, by precedes: (Item, Item) -> Bool) {
        var (merged, start) = ([Int](), 0)
        merged.reserveCapacity(order.count + new.count)
        // The standard library's sort keeps equal elements as they are.
        for item in new.sorted(by: precedes) {
            let end = position(from: start) { precedes($0, item) || !precedes(item, $0) && isAbove($0) }
            merged += order[start..<end]
            merged.append(add(item))
            start = end
        }
        order = merged + order[start...]
    }

    /// Puts the item of an ID where it belongs in a list that is otherwise in order: behind those that `isBefore` tells.
    mutating func move(_ id: Item.ID, behind isBefore: (Item) -> Bool) {
        guard let place = place(of: id), let index = order.firstIndex(of: place) else { return }
        order.remove(at: index)
        order.insert(place, at: position(from: 0, behind: isBefore))
    }

    /// Puts items at the head, in the place of the first `count`; those of them that are not among the new ones go.
    mutating func replaceHead(_ count: Int, with new: [Item]) {
        let former = order[..<count]
        let head = new.map { item in
            guard let place = place(of: item.id) else { return add(item) }
            if self.item(at: place) != item { replace(item) }
            return place
        }
        let stays = Set(head)
        let gone = former.filter { !stays.contains($0) }
        order.replaceSubrange(..<count, with: head)
        vacate(gone)
    }

    /// Takes out the items of these IDs.
    mutating func remove(_ ids: some Collection<Item.ID>) {
        let gone = ids.compactMap(place)
        guard !gone.isEmpty else { return }
        var goes = Array(repeating: false, count: order.count)
        for place in gone { goes[place] = true }
        order.removeAll { goes[$0] }
        vacate(gone)
    }

    /// Gives a new item a place.
    private mutating func add(_ item: Item) -> Int {
        if shelves.isEmpty { shelves = Array(repeating: [:], count: Self.shelfCount) }
        let place = placed
        placed += 1
        if place % Self.size == 0 {
            groups.append([])
            groups[groups.endIndex - 1].reserveCapacity(Self.size)
        }
        groups[place / Self.size].append(item)
        shelves[shelf(of: item.id)][item.id] = place
        return place
    }

    /// Takes away the places of items that are shown no more: those of the last places move there.
    private mutating func vacate(_ gone: [Int]) {
        guard !gone.isEmpty else { return }
        for place in gone {
            let id = item(at: place).id
            shelves[shelf(of: id)][id] = nil
        }
        placed -= gone.count
        let (count, leaves) = (placed, Set(gone))
        var free = gone.filter { $0 < count }
        // Where each of the last places moves to.
        var moved: [Int: Int] = [:]
        for last in count..<count + gone.count where !leaves.contains(last) {
            guard let place = free.popLast() else { break }
            let item = item(at: last)
            groups[place / Self.size][place % Self.size] = item
            shelves[shelf(of: item.id)][item.id] = place
            moved[last] = place
        }
        groups.removeLast(groups.count - (count + Self.size - 1) / Self.size)
        if count % Self.size > 0 { groups[groups.endIndex - 1].removeLast(groups[groups.endIndex - 1].count - count % Self.size) }
        for index in order.indices where order[index] >= count { order[index] = moved[order[index]] ?? order[index] }
    }

    /// The first position, from one on, of an item that `isBefore` does not tell; it tells none behind one that it does not.
    private func position(from start: Int, behind isBefore: (Item) -> Bool) -> Int {
        var (low, high) = (start, order.count)
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension FeedItems: Equatable {
    /// Whether both show equal items in the same order; what they share is not looked at.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.count == right.count else { return false }
        // An array that is the same storage is equal at once.
        return left.order == right.order ? left.groups == right.groups : left.elementsEqual(right)
    }
}

extension FeedItems: ExpressibleByArrayLiteral {
    /// These items; of several with one ID the first.
    public init(arrayLiteral elements: Item...) { self.init(elements) }
}

extension FeedItems: CustomStringConvertible {
    /// The items, as an array tells of them.
    public var description: String { Array(self).description }
}
