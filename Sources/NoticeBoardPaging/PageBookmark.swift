/// Where a list is to be read on, also by another run of the program.
///
/// It points behind the last item that was taken, in the middle of a page too, and remembers the last items by their IDs: the
/// list may have grown or shrunk by the time it is read on, and they tell where the place is then.
public struct PageBookmark<ID: Hashable & Sendable>: Sendable, Hashable {
    private enum CodingKeys: CodingKey { case position, recent, pinned, loaded, total, isAtEnd }

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
extension PageBookmark: Decodable where ID: Decodable {
    /// One that was stored by an earlier version knows of nothing that is pinned.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            position: try values.decodeIfPresent(PagePosition.self, forKey: .position),
            recent: try values.decode([ID].self, forKey: .recent),
            pinned: try values.decodeIfPresent(Set<ID>.self, forKey: .pinned) ?? [],
            loaded: try values.decode(Int.self, forKey: .loaded), total: try values.decodeIfPresent(Int.self, forKey: .total),
            isAtEnd: try values.decode(Bool.self, forKey: .isAtEnd))
    }
}
