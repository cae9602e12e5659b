public import Foundation

/// The stored content of a list, for an offline start or a restored screen.
public struct FeedSnapshot<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable where Item.ID: Sendable {
    /// A place between two stored items where others may be missing.
    struct Gap: Sendable, Equatable {
        /// The items on both sides.
        var edges: PageGap<Item.ID>
        /// Where to continue in the gap from above.
        var bookmark: PageBookmark<Item.ID>
    }

    /// The items in the service's order.
    ///
    /// Reading them makes an array of all.
    public var items: [Item] {
        get { slots.map { $0.item } }
        set { slots = newValue.map { FeedSlot($0) } }
    }
    /// The items in the service's order, in the memory of the list that they are from: taking a snapshot copies none.
    var slots: [FeedSlot<Item>]
    /// Where to continue the list.
    public var bookmark: PageBookmark<Item.ID>
    /// The gaps between the stored items, in list order.
    var gaps: [Gap] = []
    /// The row at the top of the screen.
    public var anchor: Item.ID?
    /// Items inserted by a change that no page has shown: others may be missing below them.
    var newcomers: Set<Item.ID> = []
    /// Items that may be in the wrong order with the item above.
    var unlinked: Set<Item.ID>?
    /// The items above those of them that a refresh can link.
    var seams: [Item.ID: Item.ID]?
    /// Items below the item above, perhaps with others between them.
    var neighborless: Set<Item.ID>?
    /// Whether pages had pinned or undecodable elements.
    var hidesPlaces: Bool?
    /// Where a cursor service continues after an item that ended a page.
    var cursors: [Item.ID: PagePosition]?
    /// When the items were loaded; shown as ``FeedState/storedAt`` until a refresh from the network replaces them.
    public var storedAt: Date?

    /// Creates a snapshot of items in the service's order, which continues at a bookmark.
    public init(
        items: [Item], bookmark: PageBookmark<Item.ID>, anchor: Item.ID? = nil, storedAt: Date? = nil
    ) {
        self.init(items.map { FeedSlot($0) }, bookmark, anchor: anchor, storedAt: storedAt)
    }

    init(_ slots: [FeedSlot<Item>], _ bookmark: PageBookmark<Item.ID>, anchor: Item.ID?, storedAt: Date?) {
        self.slots = slots
        self.bookmark = bookmark
        self.anchor = anchor
        self.storedAt = storedAt
    }

    /// Whether there are no items.
    package var isEmpty: Bool { slots.isEmpty }
    /// Returns the index of an item.
    private func index(of id: Item.ID) -> Int? { slots.firstIndex { $0.id == id } }
}

extension FeedSnapshot {
    /// Returns the snapshot with a date, unless it has one.
    package func dated(_ date: Date) -> FeedSnapshot {
        var snapshot = self
        snapshot.storedAt = storedAt ?? date
        return snapshot
    }

    /// The maximum number of stretches between gaps.
    private static var maximumStretches: Int { 20 }

    /// Drops the lowest stretches without the anchor of a list with very many gaps.
    mutating func limitStretches() {
        while gaps.count >= Self.maximumStretches {
            let place = anchor.flatMap(index) ?? 0
            let isFree = { [self] in !stretch(below: $0).contains(place) }
            guard let dropped = gaps.indices.last(where: isFree) else { return }
            dropStretch(below: dropped)
        }
    }

    /// Returns the indices of the items below a gap.
    private func stretch(below number: Int) -> Range<Int> {
        let ends = gaps[number...].prefix(2).map { $0.edges.before.flatMap(index) ?? slots.count }
        return ends[0]..<max(ends[0], ends.count > 1 ? ends[1] : slots.count)
    }

    /// Drops the items below a gap, which then also stands for them, or where the list then continues.
    private mutating func dropStretch(below number: Int) {
        slots.removeSubrange(stretch(below: number))
        let gap = gaps.remove(at: number)
        if number < gaps.count {
            gaps[number].bookmark = gap.bookmark
        } else {
            bookmark = gap.bookmark
            bookmark.loaded = slots.count
        }
    }

    /// The number of items to keep below the anchor: more than a screen.
    private static var below: Int { 30 }

    /// Returns at most `count` items: from the head to a screen below the anchor, or the last of these.
    ///
    /// If the first items are dropped, a gap takes their place; a refresh or the user fills it.
    public func trimmed(to count: Int) -> Self {
        // More than all items changes nothing.
        let count = min(max(count, 1), slots.count + 1)
        let place = anchor.flatMap(index) ?? 0
        var end = min(place + min(Self.below, count), slots.count)
        // A list with cursors ends after the next item whose cursor is known. If the anchor would be dropped, the page of the last
        // item is loaded again, from the cursor above it.
        let usesCursors = bookmark.position.offset == nil
        var above: Int?
        if usesCursors, end < slots.count {
            let edges = Set(gaps.compactMap { $0.edges.before })
            let lowest = slots[..<end].lastIndex { edges.contains($0.id) } ?? 0
            let below = slots[max(end - 1, 0)...].firstIndex { cursors?[$0.id] != nil }
            let dropsAnchor = (below ?? slots.count) >= place + count
            above = dropsAnchor ? slots[lowest..<end].lastIndex { cursors?[$0.id] != nil } : nil
            if dropsAnchor, above == nil, lowest > place, let last = gaps.indices.last {
                // The gap below the anchor stands for the rows below it.
                var shorter = self
                shorter.dropStretch(below: last)
                return shorter.trimmed(to: count)
            }
        }
        if usesCursors, above == nil, end < slots.count {
            end = slots[max(end - 1, 0)...].firstIndex { cursors?[$0.id] != nil }.map { $0 + 1 } ?? slots.count
        }
        let start = max(end - count, 0)
        if let last = gaps.indices.last, stretch(below: last).lowerBound >= end {
            // The list continues in a gap below the kept items.
            var shorter = self
            shorter.dropStretch(below: last)
            return shorter.trimmed(to: count)
        }
        guard end < slots.count || start > 0 else { return self }
        let kept = Array(slots[start..<end])
        let ids = Set(kept.map(\.id))
        var bookmark = bookmark
        if end < slots.count {
            let left = slots.count - end
            let isOpen = bookmark.position != nil && !bookmark.isAtEnd
            let offset = (isOpen ? bookmark.position.offset : nil) ?? bookmark.total ?? slots.count
            // One page is requested again: its kind of position is unknown.
            bookmark.position =
                (usesCursors ? slots[above ?? end - 1] : kept.last).flatMap { cursors?[$0.id] }
                ?? bookmark.position.map { _ in .offset(max(0, offset.clampedAdding(-left))) }
            (bookmark.recent, bookmark.isAtEnd) = (kept.suffix(Self.below).map(\.id), false)
        }
        bookmark.loaded = kept.count
        var trimmed = FeedSnapshot(kept, bookmark, anchor: anchor, storedAt: storedAt)
        trimmed.gaps = gaps.filter { $0.edges.before.map(ids.contains) ?? false }
        trimmed.newcomers = newcomers.intersection(ids)
        trimmed.unlinked = unlinked?.intersection(ids)
        trimmed.seams = seams?.filter { ids.contains($0.key) }
        trimmed.neighborless = neighborless?.intersection(ids)
        trimmed.hidesPlaces = hidesPlaces
        trimmed.cursors = cursors?.filter { ids.contains($0.key) }
        if start > 0 {
            trimmed.gaps.removeAll { $0.edges.before == kept.first?.id }
            trimmed.gaps.insert(Gap(edges: PageGap(after: nil, before: kept.first?.id), bookmark: PageBookmark()), at: 0)
        }
        return trimmed
    }
}

extension FeedSnapshot.Gap: Codable where Item.ID: Codable {}
extension FeedSnapshot: Codable where Item: Codable, Item.ID: Codable {
    private enum CodingKeys: String, CodingKey {
        case slots = "items"
        case bookmark, gaps, anchor, newcomers, unlinked, seams, neighborless, hidesPlaces, cursors, storedAt
    }

    /// Returns as many items as take at most `bytes` as JSON, at least one; chosen as in ``trimmed(to:)``.
    public func trimmed(toBytes bytes: Int) throws -> Self {
        var kept = self
        while kept.slots.count > 1 {
            let size = try JSONEncoder().encode(kept).count
            guard size > bytes else { break }
            // A little less than the proportion, because items differ in length.
            kept = kept.trimmed(to: max(Int(0.9 * Double(bytes) / Double(size) * Double(kept.slots.count)), 1))
        }
        return kept
    }
}
