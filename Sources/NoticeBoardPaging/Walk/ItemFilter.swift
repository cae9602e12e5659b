/// Filters out items seen before, and finds an item by ID.
///
/// Created where the item's type is known, so that the compiler specializes it. Unspecialized, these two functions, which run for
/// every item, took ten times as long.
@usableFromInline
struct ItemFilter<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    @usableFromInline let pass: @Sendable (_ items: [Item], _ begin: Int, _ seen: inout Set<Item.ID>) -> [Item]
    /// Returns the last index of an item.
    @usableFromInline let place: @Sendable (_ id: Item.ID, _ items: [Item]) -> Int?

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
        place = { id, items in items.lastIndex { $0.id == id } }
    }
}
