/// A list as stretches with gaps between them.
///
/// Items between two gaps form a stretch: each was shown right below the one above it by an answer. The gap behind the last
/// item is what was never loaded. One operation, ``join(_:for:)``, compares an answer with the list and replaces one range;
/// refreshing, filling, re-reading and beginning in the middle differ only in what they ask for. Its rules are beside it.
package struct Stretches<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable where Item.ID: Sendable {
    /// A place where items may be missing.
    package struct Gap: Identifiable, Sendable, Equatable {
        package let id: Int
        /// The position of the first item below it.
        package var at: Int
        /// By how much the offsets of the items below are larger than their positions.
        var shift = 0
        /// How many elements behind the item above were seen and cannot be shown.
        var tail = 0
        /// Where to ask when there is no item above.
        var start: PagePosition?
    }

    /// A cursor that was handed out behind an item.
    struct Cursor: Sendable, Equatable {
        let text: String
        /// Whether it continues right behind the item.
        var isExact: Bool
    }

    package let order: ListOrder
    /// The items in the service's order.
    package internal(set) var items = LabeledItems<Item>()
    /// The gaps from above.
    package internal(set) var gaps: [Gap] = []
    /// The rows that the service shows above its list.
    package internal(set) var pins: [Item] = []
    /// How many items the list has, as the service said last.
    package internal(set) var total: Int?
    /// The row that the list is read around; always one of the list.
    package internal(set) var anchor: Item.ID?
    /// How many elements could not be decoded.
    package internal(set) var skipped = 0

    /// For each item the number of the answer that last showed it below the one above; 0 is in doubt.
    var readAt: [UInt32] = []
    /// How many answers were joined.
    var answers: UInt32 = 0
    /// Items that no later answer showed are stale.
    var staleUpTo: UInt32 = 0
    /// The total that was less than what is loaded, and said so before.
    var shortTotal: Int?
    /// By how much the offsets of the first stretch are larger than its positions.
    var shift = 0
    /// How many elements that cannot be shown are known above an item.
    var unreadable: [Item.ID: Int] = [:]
    var cursors: [Item.ID: Cursor] = [:]
    /// How many elements a page has.
    var stride = 0
    var usesCursors = false
    var lastGapID = 0

    /// Creates an empty list, of which nothing is loaded.
    package init(order: ListOrder = .newestFirst) {
        self.order = order
        openGap(at: 0)
    }

    // MARK: - What is known

    /// Whether the list was loaded to its end.
    package var isAtEnd: Bool { gaps.last?.at != items.count }
    /// How many items are known to have come above the list.
    package var newItemCount: Int { gaps.first?.at == 0 ? 0 : max(shift, 0) }
    /// Whether any row is stale.
    package var isStale: Bool { readAt.contains { $0 <= staleUpTo } }

    /// Returns whether a row is in doubt or was not seen since rows went missing.
    package func isStale(at position: Int) -> Bool { readAt[position] <= staleUpTo }

    /// Returns how many items a gap hides, if that is known.
    package func size(of gap: Gap) -> Int? {
        let above = gap.at > 0 ? offset(at: gap.at - 1).clampedAdding(gap.tail) : -1
        if gap.at == items.count { return total.flatMap { $0 - above > 1 ? $0 - above - 1 : nil } }
        guard !usesCursors, total != nil else { return nil }
        let size = offset(at: gap.at).clampedAdding(-above - 1)
        return size > 0 ? size : nil
    }

    /// Returns where the service has an item, as far as its answers tell.
    func offset(at position: Int) -> Int {
        let shift = gaps.last { $0.at <= position }?.shift ?? shift
        var offset = position.clampedAdding(shift)
        if !unreadable.isEmpty {
            for (id, count) in unreadable { if let other = items.index(id: id), other <= position { offset += count } }
        }
        return max(0, offset)
    }

    /// Returns the index of the gap right above a position.
    func gapIndex(at position: Int) -> Int? { gaps.firstIndex { $0.at == position } }

    // MARK: - Changing

    @discardableResult
    mutating func openGap(at position: Int, shift: Int = 0) -> Int {
        lastGapID += 1
        let index = gaps.firstIndex { $0.at > position } ?? gaps.endIndex
        gaps.insert(Gap(id: lastGapID, at: position, shift: shift), at: index)
        return index
    }

    /// Sets by how much offsets are larger than positions in the stretch of an item.
    mutating func setOffset(_ offset: Int, at position: Int) {
        let change = offset.clampedAdding(-self.offset(at: position))
        if let index = gaps.lastIndex(where: { $0.at <= position }) {
            gaps[index].shift = gaps[index].shift.clampedAdding(change)
        } else {
            shift = shift.clampedAdding(change)
        }
    }

    /// Replaces a range of items; every change of the list goes through this.
    mutating func replace(_ range: Range<Int>, with new: [Item], read: [UInt32]) {
        let old = range.isEmpty ? [] : Array(items.array[range])
        items.replaceSubrange(range, with: new)
        readAt.replaceSubrange(range, with: read)
        var below = range.lowerBound + new.count
        for index in old.indices.reversed() {
            let id = old[index].id
            if let position = items.index(id: id) {
                below = position
                continue
            }
            unreadable[id] = nil
            if anchor == id { anchor = items.isEmpty ? nil : items[Swift.min(below, items.count - 1)].id }
            // What continued behind a row continues behind the one above it, past what may have come between.
            guard let cursor = cursors.removeValue(forKey: id) else { continue }
            let above =
                (0..<index).last { items.contains(id: old[$0].id) }.map { old[$0].id }
                ?? (range.lowerBound > 0 ? items[range.lowerBound - 1].id : nil)
            if let above, cursors[above] == nil { cursors[above] = Cursor(text: cursor.text, isExact: false) }
        }
    }

    /// Takes out one row; what stands around it stays linked.
    mutating func takeOut(at position: Int) {
        replace(position..<position + 1, with: [], read: [])
        for index in gaps.indices where gaps[index].at > position { gaps[index].at -= 1 }
        mergeGaps()
    }

    /// Removes gaps with nothing between them.
    mutating func mergeGaps() {
        var index = 1
        while index < gaps.count {
            if gaps[index].at == gaps[index - 1].at { gaps.remove(at: index - 1) } else { index += 1 }
        }
    }
}
