/// In which order a feed shows its items.
///
/// A list that grows stays ordered by merging what is new into it: the whole is never sorted again.
public struct FeedOrder<Item: Sendable>: Sendable {
    private let precedes: (@Sendable (Item, Item) -> Bool)?

    /// As the service has them: pages follow each other, and what is new stands at the head.
    public static var service: Self { Self(precedes: nil) }

    /// An order of the app's own: whether the first of two items stands before the second.
    ///
    /// Items of equal rank stay as the service has them.
    public static func by(_ precedes: @escaping @Sendable (Item, Item) -> Bool) -> Self { Self(precedes: precedes) }

    /// Puts the items of a page, in whatever order they are, where they belong in a list that is in order.
    func merge(_ page: [Item], into list: inout [Item]) {
        guard let precedes, !page.isEmpty else { return list += page }
        // The standard library's sort keeps equal elements as they are.
        _ = list.merge(page.sorted(by: precedes), by: precedes)
    }

    /// Puts an item that has just come to be where it belongs.
    func insert(_ item: Item, into list: inout [Item]) {
        if precedes == nil { list.insert(item, at: 0) } else { merge([item], into: &list) }
    }

    /// Puts `item` in the place of another, and where it belongs if that is elsewhere.
    func replace(at index: Int, with item: Item, in list: inout [Item]) {
        list[index] = item
        guard let precedes else { return }
        let isAfterWhatPrecedes = index == 0 || !precedes(item, list[index - 1])
        let isBeforeWhatFollows = index == list.count - 1 || !precedes(list[index + 1], item)
        guard !isAfterWhatPrecedes || !isBeforeWhatFollows else { return }
        list.remove(at: index)
        merge([item], into: &list)
    }
}
