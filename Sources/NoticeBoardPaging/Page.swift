public import Foundation
public import NoticeBoardBase

/// One page of a list, as the service returned it.
public struct Page<Item> {
    /// The decoded items, in the service's order.
    public var items: [Item]
    /// The position of the next page; `nil` after the last one.
    public var next: PagePosition?
    /// The number of items in the whole list, if the service reports it.
    public var total: Int?
    /// The elements that could not be decoded.
    ///
    /// They count for the position of the next page.
    public var skipped: [SkippedElement]
    /// The number of leading items that the service shows on top of every page; their own places are unknown.
    public var pinned: Int
    /// When the page was stored on the device; `nil` for a page from the network.
    public var storedAt: Date?
    /// Why the page comes from the device: the network's error; `nil` for a page from the network.
    public var networkFailure: NoticeBoardError?

    /// Creates a page; without `next` it is the last one.
    ///
    /// For a page that was stored on the device, `total` is the last total that the service reported, not the number of stored
    /// items.
    public init(
        items: [Item], next: PagePosition? = nil, total: Int? = nil, skipped: [SkippedElement] = [], pinned: Int = 0,
        storedAt: Date? = nil, networkFailure: NoticeBoardError? = nil
    ) {
        self.items = items
        self.next = next
        self.total = total
        self.skipped = skipped
        self.pinned = pinned
        self.storedAt = storedAt
        self.networkFailure = networkFailure
    }
}

extension Page: Sendable where Item: Sendable {}
extension Page: Equatable where Item: Equatable {}

extension Page {
    /// Whether the last element could not be decoded.
    var endsBroken: Bool { skipped.contains { $0.index >= items.count + skipped.count - 1 } }
}

extension Page where Item: Identifiable {
    /// The IDs of the leading items that the service shows on top of every page.
    var pinnedIDs: [Item.ID] { items.prefix(max(pinned, 0)).map { $0.id } }
}
