/// A position from which to continue a list, also after a relaunch.
///
/// It points behind the last item used, also inside a page, and remembers the last items by ID. They locate the position if the
/// list has grown or shrunk in between.
public struct PageBookmark<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The page to request; `nil` for the first one.
    public var position: PagePosition?
    /// The last items used, the newest last.
    public var recent: [ID]
    /// Items that appear on every page, so that they mark no position.
    public var pinned: Set<ID>
    /// The number of items used in total.
    public var loaded: Int
    /// The number of items in the list, if the service reported it.
    public var total: Int?
    /// Whether the list was loaded to its end.
    public var isAtEnd: Bool

    /// Creates a bookmark; by default at the beginning of the list.
    ///
    /// An app that stores the items needs no stored bookmark: `.offset(count)` and the last 30 IDs are enough.
    public init(
        position: PagePosition? = nil, recent: [ID] = [], pinned: Set<ID> = [], loaded: Int = 0, total: Int? = nil,
        isAtEnd: Bool = false
    ) {
        self.position = position
        self.recent = recent
        self.pinned = pinned
        self.loaded = loaded
        self.total = total
        self.isAtEnd = isAtEnd
    }
}

extension PageBookmark: Codable where ID: Codable {}
