public import NoticeBoardBase
public import NoticeBoardPaging

/// The people and items that an account has hidden.
///
/// A plain value that can be made by hand, for a preview or a test.
public struct HiddenContent<
    Person: Identifiable & Codable & Hashable & Sendable, ItemID: Hashable & Codable & Sendable
>: Sendable, Hashable, Codable, Redacted where Person.ID: Sendable {
    /// The blocked people, newest first; what they wrote is shown nowhere.
    public var blocked: [Person]
    /// The muted people, newest first; what they wrote is shown only on their own page.
    public var muted: [Person]
    /// The items hidden individually.
    public var items: Set<ItemID>

    /// Creates content by hand; nothing is hidden by default.
    public init(blocked: [Person] = [], muted: [Person] = [], items: Set<ItemID> = []) {
        self.blocked = blocked
        self.muted = muted
        self.items = items
    }

    /// Whether nothing is hidden.
    public var isEmpty: Bool { blocked.isEmpty && muted.isEmpty && items.isEmpty }
    /// Whether a person is blocked.
    public func isBlocked(_ person: Person.ID) -> Bool { blocked.contains { $0.id == person } }
    /// Whether a person is muted.
    public func isMuted(_ person: Person.ID) -> Bool { muted.contains { $0.id == person } }

    /// Whether a person's items are hidden, on the page of `owner` if given.
    public func hides(_ person: Person.ID, on owner: Person.ID? = nil) -> Bool {
        isBlocked(person) || person != owner && isMuted(person)
    }

    /// Returns why an item by `author` is hidden, on the page of `owner` if given; `nil` if it is visible.
    public func reason(forItem item: ItemID, by author: Person.ID, on owner: Person.ID? = nil) -> HiddenReason? {
        if isBlocked(author) { return .blocked }
        // Muted: a blocked author has returned already.
        if hides(author, on: owner) { return .author }
        return items.contains(item) ? .reported : nil
    }

    /// Returns a filter for a list, on the page of `owner` if given.
    ///
    /// - Parameters:
    ///   - author: Returns the author of an item.
    ///   - id: Returns the ID by which an item can be hidden.
    ///   - owner: The owner of the page that shows the list.
    ///   - filter: A further filter, which is asked only about items that this content does not hide.
    /// - Returns: The filter.
    public func filter<Item>(
        author: @escaping @Sendable (Item) -> Person.ID, id: @escaping @Sendable (Item) -> ItemID, on owner: Person.ID? = nil,
        besides filter: FeedRules<Item>.Filter? = nil
    ) -> FeedRules<Item>.Filter {
        { item in reason(forItem: id(item), by: author(item), on: owner) ?? filter?(item) }
    }

    /// Never a name or an ID.
    public var description: String { "HiddenContent(…)" }
}

extension HiddenReason {
    /// The user hid or reported the item.
    public static let reported = Self("reported")
}
