public import Foundation

/// The stored content of a list, for an offline start or a restored screen.
public struct FeedSnapshot<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable where Item.ID: Sendable {
    /// A place between two stored items where others may be missing.
    struct Gap: Sendable, Equatable {
        /// The items on both sides.
        var edges: PageGap<Item.ID>
        /// Where to continue in the gap from above; `nil` if it cannot be loaded.
        var bookmark: PageBookmark<Item.ID>?
    }

    /// The items in the service's order.
    public var items: [Item]
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
    /// Where a cursor service continues after an item that ended a page.
    var cursors: [Item.ID: PagePosition]?
    /// When the items were loaded; shown as ``FeedState/storedAt`` until a refresh from the network replaces them.
    public var storedAt: Date?

    /// Creates a snapshot of items in the service's order, which continues at a bookmark.
    public init(
        items: [Item], bookmark: PageBookmark<Item.ID>, anchor: Item.ID? = nil, storedAt: Date? = nil
    ) {
        (self.items, self.bookmark, self.anchor, self.storedAt) = (items, bookmark, anchor, storedAt)
    }
}

extension FeedSnapshot {
    /// The maximum number of stretches between gaps.
    private static var maximumStretches: Int { 20 }

    /// Drops the lowest stretches of a list with very many gaps, unless they contain the anchor; scrolling loads them again.
    mutating func limitStretches() {
        while gaps.count >= Self.maximumStretches, let last = gaps.last, let bookmark = last.bookmark,
            let start = items.firstIndex(where: { $0.id == last.edges.before }),
            !items[start...].contains(where: { $0.id == anchor })
        {
            (items, self.bookmark) = (Array(items[..<start]), bookmark)
            self.bookmark.loaded = items.count
            gaps.removeLast()
        }
    }

    /// The number of items to keep below the anchor: more than a screen.
    private static var below: Int { 30 }

    /// Returns at most `count` items: from the head to a screen below the anchor, or the last of these.
    ///
    /// If the first items are dropped, a gap takes their place; a refresh or the user fills it.
    public func trimmed(to count: Int) -> Self {
        let place = anchor.flatMap { anchor in items.firstIndex { $0.id == anchor } } ?? 0
        var end = min(place + min(Self.below, max(count, 1)), items.count)
        // A list with cursors can end only after an item whose cursor is known.
        if bookmark.position.offset == nil, end < items.count {
            end = items[max(end - 1, 0)...].firstIndex { cursors?[$0.id] != nil }.map { $0 + 1 } ?? items.count
        }
        let start = max(end - max(count, 1), 0)
        guard end < items.count || start > 0 else { return self }
        let kept = Array(items[start..<end])
        let ids = Set(kept.map(\.id))
        var bookmark = bookmark
        if end < items.count {
            let left = items.count - end
            let isOpen = bookmark.position != nil && !bookmark.isAtEnd
            let offset = (isOpen ? bookmark.position.offset : nil) ?? bookmark.total ?? items.count
            bookmark.position = kept.last.flatMap { cursors?[$0.id] } ?? .offset(max(0, offset.clampedAdding(-left)))
            (bookmark.recent, bookmark.isAtEnd) = (kept.suffix(Self.below).map(\.id), false)
        }
        bookmark.loaded = kept.count
        var trimmed = FeedSnapshot(items: kept, bookmark: bookmark, anchor: anchor, storedAt: storedAt)
        trimmed.gaps = gaps.filter { $0.edges.before.map(ids.contains) ?? false }
        trimmed.newcomers = newcomers.intersection(ids)
        trimmed.unlinked = unlinked
        trimmed.cursors = cursors?.filter { ids.contains($0.key) }
        if start > 0 {
            trimmed.gaps.removeAll { $0.edges.before == kept.first?.id }
            trimmed.gaps.insert(Gap(edges: PageGap(after: nil, before: kept.first?.id), bookmark: PageBookmark()), at: 0)
        }
        return trimmed
    }
}

extension FeedSnapshot.Gap: Codable where Item.ID: Codable {}
extension FeedSnapshot: Codable where Item: Codable, Item.ID: Codable {}
