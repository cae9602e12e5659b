/// A list's items as an array, each found by its ID through an index of rising labels.
///
/// An item keeps its label when others come, go or move around it, so a change writes only what it changes. An index of
/// positions would be rewritten below every change.
package struct LabeledItems<Item: Identifiable & Equatable & Sendable>: RandomAccessCollection, Sendable where Item.ID: Sendable {
    private var elements: [Item] = []
    /// A number for each element, rising with its position.
    private var labels: [Int] = []
    private var labelByID: [Item.ID: Int] = [:]

    private static var step: Int { 1 << 32 }

    /// Creates an empty list.
    package init() {}

    /// Creates a list of items; of several with one ID it takes the first.
    package init(_ items: some Sequence<Item>) {
        for item in items where labelByID[item.id] == nil {
            labelByID[item.id] = elements.count * Self.step
            labels.append(elements.count * Self.step)
            elements.append(item)
        }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { elements.count }
    package subscript(position: Int) -> Item { elements[position] }
    /// The item of an ID, if it is in the list.
    package subscript(id id: Item.ID) -> Item? { index(id: id).map { elements[$0] } }
    /// The items as an array.
    package var array: [Item] { elements }

    /// Returns whether an item of this ID is in the list.
    package func contains(id: Item.ID) -> Bool { labelByID[id] != nil }

    /// Returns the position of an item, found by binary search of its label.
    package func index(id: Item.ID) -> Int? {
        guard let label = labelByID[id] else { return nil }
        var (low, high) = (0, labels.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if labels[middle] < label { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Puts an item in the place of the one of the same ID.
    package mutating func update(_ item: Item, at position: Int) { elements[position] = item }

    /// Replaces a range by items, none of which is in the list outside of it.
    package mutating func replaceSubrange(_ range: Range<Int>, with new: [Item]) {
        let (old, former) = (Array(labels[range]), Array(elements[range]))
        var (fresh, kept): ([Int?], [Int]) = ([], [])
        for item in new {
            // A label that is kept must be higher than those of the items above.
            if let label = labelByID[item.id], label > kept.last ?? .min {
                kept.append(label)
                fresh.append(label)
            } else {
                fresh.append(nil)
            }
        }
        elements.replaceSubrange(range, with: new)
        guard
            let assigned = Self.assign(
                fresh, above: range.lowerBound > 0 ? labels[range.lowerBound - 1] : nil,
                below: range.upperBound < labels.count ? labels[range.upperBound] : nil)
        else { return relabel() }
        labels.replaceSubrange(range, with: assigned)
        for (item, (label, before)) in zip(new, zip(assigned, fresh)) where before == nil { labelByID[item.id] = label }
        var next = 0
        for (item, label) in zip(former, old) {
            if next < kept.count, kept[next] == label { next += 1; continue }
            if labelByID[item.id] == label { labelByID[item.id] = nil }
        }
    }

    /// Returns labels for a range of which some are kept, or `nil` if there is no room between two of them.
    private static func assign(_ fresh: [Int?], above: Int?, below: Int?) -> [Int]? {
        var (labels, last, index): ([Int], Int?, Int) = ([], above, 0)
        labels.reserveCapacity(fresh.count)
        while index < fresh.count {
            if let label = fresh[index] {
                labels.append(label)
                last = label
                index += 1
                continue
            }
            let end = fresh[index...].firstIndex { $0 != nil } ?? fresh.endIndex
            let count = end - index
            let ceiling = end < fresh.endIndex ? fresh[end] : below
            let start = last ?? (ceiling ?? 0) - (count + 1) * step
            let distance = ceiling.map { ($0 - start) / (count + 1) } ?? step
            guard distance > 0, abs(start) < .max / 4 else { return nil }
            for number in 1...count { labels.append(start + number * distance) }
            last = labels.last
            index = end
        }
        return labels
    }

    private mutating func relabel() { self = Self(elements) }
}

extension LabeledItems: Equatable {
    /// Returns whether both hold equal items in the same order; arrays that share their storage are equal at once.
    package static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}
