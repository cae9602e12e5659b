/// Lets items through that were not seen before, and finds one among others.
///
/// It is made where the item's type is known, which lets the compiler fit it to that type: handled generically both cost ten
/// times as much, and they are what is done for every item.
@usableFromInline
struct Sieve<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    @usableFromInline let pass: @Sendable (_ items: [Item], _ begin: Int, _ seen: inout Set<Item.ID>) -> [Item]
    /// The last place of an item.
    @usableFromInline let place: @Sendable (_ id: Item.ID, _ items: [Item]) -> Int?

    /// A sieve for items of this type.
    @inlinable
    init() {
        pass = { items, begin, seen in
            var index = begin
            while index < items.count, seen.insert(items[index].id).inserted { index += 1 }
            // The page's own array where all of it is new.
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
