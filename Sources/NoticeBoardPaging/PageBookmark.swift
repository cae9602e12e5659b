/// Where a list is to be read on, also by another run of the program.
///
/// It points behind the last item that was taken, in the middle of a page too, and remembers the last items by their IDs: the
/// list may have grown or shrunk by the time it is read on, and they tell where the place is then.
public struct PageBookmark<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The page to ask for; nothing for the first one.
    public var position: PagePosition?
    /// The last items that were taken, the latest last.
    public var recent: [ID]
    /// What was taken and stands on every page, so that it tells no place.
    public var pinned: Set<ID>
    /// How many items were taken in all.
    public var loaded: Int
    /// How many items the list had, when the service told.
    public var total: Int?
    /// Whether nothing was left.
    public var isAtEnd: Bool

    /// A place in a list: its beginning when nothing is said.
    ///
    /// A program that keeps the items themselves needs no stored bookmark: `.offset(count)` and the last 30 IDs make one.
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

extension PageBookmark: Encodable where ID: Encodable {}
extension PageBookmark: Decodable where ID: Decodable {}
