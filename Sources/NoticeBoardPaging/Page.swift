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
    /// When the page was stored on the device; `nil` for a page from the network.
    public var storedAt: Date?

    /// Creates a page; without `next` it is the last one.
    public init(
        items: [Item], next: PagePosition? = nil, total: Int? = nil, skipped: [SkippedElement] = [], storedAt: Date? = nil
    ) {
        self.items = items
        self.next = next
        self.total = total
        self.skipped = skipped
        self.storedAt = storedAt
    }
}

extension Page: Sendable where Item: Sendable {}
extension Page: Equatable where Item: Equatable {}
