public import NoticeBoardBase

/// The result of a ``NewItemCheck``: the items that are new since the last delivery.
public struct NewItems<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable
where Item.ID: Comparable & Codable & Sendable {
    /// An item that is new since the last delivery.
    public struct Found: Sendable, Equatable {
        /// The name of the list.
        public var list: String
        /// The item.
        public var item: Item
        /// Whether to notify the user, as the check's closure says.
        public var isWanted: Bool

        /// Creates a result by hand, for a preview or a test.
        public init(list: String, item: Item, isWanted: Bool = true) {
            self.list = list
            self.item = item
            self.isWanted = isWanted
        }
    }

    /// The new items, newest first within each list.
    public var items: [Found]
    /// The lists with new items that this check did not reach; the next check continues there.
    public var unreached: [String]
    /// Why a list could not be read.
    public var failures: [String: NoticeBoardError]
    /// The records to store once the items are delivered.
    var records: [String: NewItemRecord<Item.ID>] = [:]

    /// Creates a result by hand, for a preview or a test.
    public init(items: [Found] = [], unreached: [String] = [], failures: [String: NoticeBoardError] = [:]) {
        self.items = items
        self.unreached = unreached
        self.failures = failures
    }

    /// The items to notify the user of.
    public var wanted: [Found] { items.filter(\.isWanted) }
}
