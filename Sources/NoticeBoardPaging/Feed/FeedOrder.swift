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
        let page = page.sorted(by: precedes)
        let isBefore = ahead ? { item, other in !precedes(other, item) } : precedes
        guard let first = page.first else { return }
        if list.isEmpty || !isBefore(first, list[list.count - 1]) { return list += page }
        // One new array: somebody else mostly holds the old one, so that it would be copied anyway.
        var merged: [Item] = []
        merged.reserveCapacity(list.count + page.count)
        var rest = list[...]
        for item in page {
            let end = rest.endOfThose(standingBefore: item, isBefore)
            merged += rest[..<end]
            merged.append(item)
            rest = rest[end...]
        }
        merged += rest
        list = merged
    }

    /// Whether two items have different ranks, so that one cannot simply take the place of the other.
    func tellsApart(_ one: Item, _ other: Item) -> Bool {
        guard let precedes else { return false }
        return precedes(one, other) || precedes(other, one)
    }

    /// Puts one item where it belongs in a list that is in order: among items of equal rank behind those that `isAhead` tells.
    func insert(_ item: Item, into list: inout [Item], isAhead: (Item) -> Bool) {
        guard let precedes else { return }
        let place = list[...].endOfThose(standingBefore: item) { item, other in
            precedes(item, other) || !precedes(other, item) && !isAhead(other)
        }
        list.insert(item, at: place)
    }
}

extension ArraySlice {
    /// Where in an ordered list those end that `item` does not stand before.
    fileprivate func endOfThose(standingBefore item: Element, _ isBefore: (Element, Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(item, self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
