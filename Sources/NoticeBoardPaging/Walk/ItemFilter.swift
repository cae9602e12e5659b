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
