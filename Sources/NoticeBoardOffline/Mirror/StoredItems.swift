public import Foundation

/// Items of a list that are stored on the device: what a ``Mirror`` answers without a network.
public struct StoredItems<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable where Item.ID: Sendable {
    /// The items, in the service's order.
    public var items: [Item]
    /// The number of stored items of the whole list.
    public var count: Int
    /// The number of items of the list at the last update according to the service, if known.
    public var total: Int?
    /// Whether every item of the list is stored.
    public var isComplete: Bool
    /// The date of the last finished update; `nil` if there is none.
    public var storedAt: Date?
    /// The items that are stored and cannot be decoded as ``items``: an older or a newer version of the app wrote them.
    public var unreadable: [Item.ID]

    /// Creates a result by hand, for a preview or a test; by default of a list that is stored as a whole.
    public init(
        items: [Item] = [], count: Int? = nil, total: Int? = nil, isComplete: Bool = true, storedAt: Date? = nil,
        unreadable: [Item.ID] = []
    ) {
        self.items = items
        self.count = count ?? items.count
        self.total = total
        self.isComplete = isComplete
        self.storedAt = storedAt
        self.unreadable = unreadable
    }
}
