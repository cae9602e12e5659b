public import Foundation
public import NoticeBoardBase

/// One page of a list, as the service gave it.
public struct Page<Item> {
    /// The items that could be read, in the service's order.
    public var items: [Item]
    /// Where the next page begins; nothing after the last one.
    public var next: PagePosition?
    /// How many items the whole list has, when the service tells.
    public var total: Int?
    /// What could not be read.
    ///
    /// It still counts for where the next page begins.
    public var skipped: [SkippedElement]
    /// When the page was stored on the device; `nil` for a page from the network.
    public var storedAt: Date?

    /// A page.
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
extension Page: Hashable where Item: Hashable {}
