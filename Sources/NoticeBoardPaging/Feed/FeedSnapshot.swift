public import Foundation

/// What is kept of a list, for an offline start or a screen that is restored.
public struct FeedSnapshot<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable where Item.ID: Sendable {
    /// A place between two kept items where others may be missing.
    package struct Gap: Sendable, Equatable {
        /// The items on both sides.
        package var edges: PageGap<Item.ID>
        /// Where the gap is to be read on from above; `nil` if it cannot be loaded.
        package var bookmark: PageBookmark<Item.ID>?

        /// Creates a gap that is read on at a bookmark.
        package init(_ edges: PageGap<Item.ID>, bookmark: PageBookmark<Item.ID>? = nil) {
            (self.edges, self.bookmark) = (edges, bookmark)
        }
    }

    /// The items in the service's order.
    public var items: [Item]
    /// Where the list is to be read on.
    public var bookmark: PageBookmark<Item.ID>
    /// Where items may be missing between those that are kept, in the order of the list.
    package var gaps: [Gap] = []
    /// The row at the top of the screen.
    public var anchor: Item.ID?
    /// The items that a change brought, and no page yet: others may have come between them and those below.
    package var newcomers: Set<Item.ID> = []
    /// When the items were loaded; shown as ``FeedState/storedAt`` until a refresh replaces them.
    public var storedAt: Date?

    /// Creates a snapshot of items in the service's order, to be read on at a bookmark.
    public init(
        items: [Item], bookmark: PageBookmark<Item.ID>, anchor: Item.ID? = nil, storedAt: Date? = nil
    ) {
        (self.items, self.bookmark, self.anchor, self.storedAt) = (items, bookmark, anchor, storedAt)
    }
}

extension FeedSnapshot {
    /// How many items are kept below the anchor: more than a screen.
    private static var below: Int { 30 }

    /// Returns at most `count` items: those from the list's head to a screen below the anchor, or the last of these.
    ///
    /// Above rows that do not begin the list there is a gap, which a refresh or the user fills.
    public func trimmed(to count: Int) -> Self {
        let place = anchor.flatMap { anchor in items.firstIndex { $0.id == anchor } } ?? 0
        var end = min(place + Self.below, items.count)
        // Behind the last row alone is it known where a cursor goes on.
        if case .offset? = bookmark.position ?? .offset(0) {} else { end = items.count }
        let start = max(end - max(count, 1), 0)
        guard end < items.count || start > 0 else { return self }
        let kept = Array(items[start..<end])
        let ids = Set(kept.map(\.id))
        var bookmark = bookmark
        if end < items.count {
            let left = items.count - end
            if case .offset(let offset)? = bookmark.position, !bookmark.isAtEnd {
                bookmark.position = .offset(max(0, offset - left))
            } else {
                bookmark.position = .offset(max(0, (bookmark.total ?? items.count) - left))
            }
            (bookmark.recent, bookmark.isAtEnd) = (kept.suffix(Self.below).map(\.id), false)
        }
        bookmark.loaded = kept.count
        var trimmed = FeedSnapshot(items: kept, bookmark: bookmark, anchor: anchor, storedAt: storedAt)
        trimmed.gaps = gaps.filter { $0.edges.before.map(ids.contains) ?? false }
        trimmed.newcomers = newcomers.intersection(ids)
        if start > 0 {
            trimmed.gaps.removeAll { $0.edges.before == kept.first?.id }
            trimmed.gaps.insert(Gap(PageGap(after: nil, before: kept.first?.id), bookmark: PageBookmark()), at: 0)
        }
        return trimmed
    }
}

extension FeedSnapshot.Gap: Encodable where Item.ID: Encodable {}
extension FeedSnapshot.Gap: Decodable where Item.ID: Decodable {}
extension FeedSnapshot: Encodable where Item: Encodable, Item.ID: Encodable {}
extension FeedSnapshot: Decodable where Item: Decodable, Item.ID: Decodable {}
