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

    /// Whether items stand as the service has them.
    var isService: Bool { precedes == nil }

    /// Puts the items of a page, in the service's order, where they belong in a list that is in order.
    ///
    /// Among items of equal rank they stand behind those of the list, or before them with `ahead`.
    func merge(_ page: [Item], into list: inout [Item], ahead: Bool = false) {
        guard let precedes else { return list.insert(contentsOf: page, at: ahead ? 0 : list.endIndex) }
        // The standard library's sort keeps equal elements as they are.
        _ = list.merge(page.sorted(by: precedes), by: ahead ? { item, other in !precedes(other, item) } : precedes)
    }

    /// Whether two items have different ranks, so that one cannot simply take the place of the other.
    func tellsApart(_ one: Item, _ other: Item) -> Bool {
        guard let precedes else { return false }
        return precedes(one, other) || precedes(other, one)
    }

    /// Puts one item where it belongs in a list that is in order: among items of equal rank behind those that `isAhead` tells.
    func insert(_ item: Item, into list: inout [Item], isAhead: (Item) -> Bool) {
        guard let precedes else { return }
        let place = list.start(ofThoseAfter: item, from: 0) { item, other in
            precedes(item, other) || !precedes(other, item) && !isAhead(other)
        }
        list.insert(item, at: place)
    }
}
