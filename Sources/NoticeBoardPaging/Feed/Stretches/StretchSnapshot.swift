/// What is kept of a list of stretches, for an offline start or a screen that is restored.
package struct StretchSnapshot<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable where Item.ID: Sendable {
    /// A gap, or the place behind a cursor.
    package struct Place: Sendable, Equatable, Codable {
        /// The position of the first item below it.
        package var at: Int
        package var shift = 0
        package var tail = 0
        package var cursor: String?
    }

    /// The items in the service's order.
    package var items: [Item]
    /// How many items the service said that there are.
    package var total: Int?
    /// The row that the list is read around.
    package var anchor: Item.ID?
    package var gaps: [Place]
    package var cursors: [Place]
    package var shift = 0
    package var stride = 0

    package init(
        items: [Item], gaps: [Place], cursors: [Place] = [], total: Int? = nil, anchor: Item.ID? = nil, shift: Int = 0,
        stride: Int = 0
    ) {
        (self.items, self.gaps, self.cursors, self.total) = (items, gaps, cursors, total)
        (self.anchor, self.shift, self.stride) = (anchor, shift, stride)
    }
}

extension Stretches {
    /// How many stretches are kept; beyond that the lowest without the anchor goes.
    private static var maximumStretches: Int { 20 }

    /// Returns what is to be kept: at most so many items around the anchor, of at most 20 stretches.
    package func snapshot(maximumItems: Int) -> StretchSnapshot<Item> {
        let place = anchor.flatMap { items.index(id: $0) } ?? 0
        let start = Swift.max(0, Swift.min(place - maximumItems / 2, items.count - maximumItems))
        let range = start..<Swift.min(items.count, start + Swift.max(maximumItems, 0))
        var kept = StretchSnapshot(
            items: Array(items.array[range]), gaps: [], total: total,
            anchor: anchor.flatMap { items.contains(id: $0) ? $0 : nil },
            shift: shift, stride: stride)
        if range.lowerBound > 0 {
            kept.gaps.append(.init(at: 0, shift: (gaps.last { $0.at <= range.lowerBound }?.shift ?? shift) + range.lowerBound))
        }
        for gap in gaps where gap.at > range.lowerBound && gap.at < range.upperBound || range.lowerBound == 0 && gap.at == 0 {
            kept.gaps.append(.init(at: gap.at - range.lowerBound, shift: gap.shift + range.lowerBound, tail: gap.tail))
        }
        if range.upperBound < items.count || !isAtEnd {
            kept.gaps.append(.init(at: kept.items.count, tail: isAtEnd ? 0 : gaps.last?.tail ?? 0))
        }
        for position in range {
            guard let cursor = cursors[items[position].id] else { continue }
            kept.cursors.append(.init(at: position + 1 - range.lowerBound, shift: cursor.isExact ? 1 : 0, cursor: cursor.text))
        }
        while kept.gaps.count > Self.maximumStretches, kept.dropLowestStretch() {}
        return kept
    }

    /// Creates a list from what was kept of it; all of its rows are stale.
    package init(order: ListOrder = .newestFirst, from kept: StretchSnapshot<Item>) {
        self.init(order: order)
        items = LabeledItems(kept.items)
        guard !items.isEmpty else { return }
        readAt = Array(repeating: 1, count: items.count)
        (answers, staleUpTo, total, shift, stride) = (1, 1, kept.total, kept.shift, Swift.max(kept.stride, 0))
        gaps = []
        // Kept files may have been written by anyone.
        for gap in kept.gaps where gap.at >= 0 && gap.at <= items.count && gap.at > gaps.last?.at ?? -1 {
            let index = openGap(at: gap.at, shift: gap.shift)
            gaps[index].tail = Swift.max(gap.tail, 0)
        }
        for place in kept.cursors where place.at > 0 && place.at <= items.count {
            guard let text = place.cursor else { continue }
            cursors[items[place.at - 1].id] = Cursor(text: text, isExact: place.shift == 1)
        }
        usesCursors = !cursors.isEmpty
        scroll(to: kept.anchor)
    }
}

extension StretchSnapshot {
    /// Drops the lowest stretch without the anchor, and tells whether there is one.
    fileprivate mutating func dropLowestStretch() -> Bool {
        let place = anchor.flatMap { anchor in items.lastIndex { $0.id == anchor } } ?? -1
        let edges = gaps.map(\.at)
        var end = items.count
        for start in edges.reversed() + (edges.first == 0 ? [] : [0]) {
            defer { end = start }
            guard start < end, !(start..<end).contains(place) else { continue }
            items.removeSubrange(start..<end)
            gaps.removeAll { $0.at == start }
            if !gaps.contains(where: { $0.at == end }) { gaps.append(Place(at: end)) }
            for index in gaps.indices where gaps[index].at >= end {
                gaps[index].at -= end - start
                gaps[index].shift += end - start
            }
            gaps.sort { $0.at < $1.at }
            cursors.removeAll { $0.at > start && $0.at <= end }
            for index in cursors.indices where cursors[index].at > end { cursors[index].at -= end - start }
            return true
        }
        return false
    }
}

extension StretchSnapshot: Encodable where Item: Encodable, Item.ID: Encodable {}
extension StretchSnapshot: Decodable where Item: Decodable, Item.ID: Decodable {}
