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
        let page = page.sorted(by: precedes)
        // What stands before the first of the page stays where it is.
        let start = list.endOfThose(notAfter: page[0], precedes)
        guard start < list.count else { return list += page }
        var merged: [Item] = []
        merged.reserveCapacity(list.count - start + page.count)
        var rest = list[start...]
        for item in page {
            let end = rest.endOfThose(notAfter: item, precedes)
            merged += rest[..<end]
            merged.append(item)
            rest = rest[end...]
        }
        list.replaceSubrange(start..., with: merged + rest)
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

extension RandomAccessCollection where Index == Int {
    /// Where in an ordered list those end that do not stand after `item`.
    fileprivate func endOfThose(notAfter item: Element, _ precedes: (Element, Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if precedes(item, self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
