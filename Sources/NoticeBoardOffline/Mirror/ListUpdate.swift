public import Foundation

/// What an update of a stored list found: the new, changed and deleted items.
public struct ListUpdate<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The name of the list.
    public var list: String
    /// The items that are new on the device, in the service's order.
    public var added: [ID]
    /// The items that changed.
    public var changed: [ID]
    /// The items that the service deleted.
    public var deleted: [ID]
    /// The number of items compared with the service, from the head down; deletions further down are not found yet.
    public var depth: Int
    /// The number of requests sent.
    public var requests: Int
    /// The number of stored items.
    public var count: Int
    /// Whether all items down to the list's last one are stored.
    public var isComplete: Bool
    /// The end of the update.
    public var date: Date

    /// Creates a result by hand, for a preview or a test.
    public init(
        list: String, added: [ID] = [], changed: [ID] = [], deleted: [ID] = [], depth: Int = 0, requests: Int = 0, count: Int = 0,
        isComplete: Bool = false, date: Date
    ) {
        self.list = list
        self.added = added
        self.changed = changed
        self.deleted = deleted
        self.depth = depth
        self.requests = requests
        self.count = count
        self.isComplete = isComplete
        self.date = date
    }
}
