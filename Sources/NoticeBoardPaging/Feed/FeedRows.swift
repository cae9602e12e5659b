/// Makes the rows of a list from its items: style, date, highlights, optimistic updates.
///
/// The list holds the builder, and calls it when a row is drawn. Put many properties into one object, and compare it by identity
/// first: every row holds its builder.
///
/// ```swift
/// struct NoteRowBuilder: RowBuilder {
///     var likes: [Note.ID: Bool]                                    // optimistic updates
///     func row(of note: Note) -> NoteRow { NoteRow(note, isLiked: likes[note.id] ?? note.isLiked) }
/// }
/// ```
public protocol RowBuilder<Item, Row>: Equatable, Sendable {
    /// The list's items.
    associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable
    /// A row to draw: equal if it draws the same, hashed by its ID alone.
    associatedtype Row: Identifiable & Hashable & Sendable where Row.ID == Item.ID

    /// Returns the row of an item.
    func row(of item: Item) -> Row
}

/// The items of a list as rows, each built on access.
public struct FeedRows<Builder: RowBuilder>: RandomAccessCollection, Equatable, Sendable {
    /// The items.
    public let items: FeedItems<Builder.Item>
    /// The builder of the rows.
    public let builder: Builder

    /// Creates the rows of some items.
    public init(_ items: FeedItems<Builder.Item>, _ builder: Builder) { (self.items, self.builder) = (items, builder) }

    /// The index of the first row.
    @inlinable public var startIndex: Int { items.startIndex }
    /// The index after the last row.
    @inlinable public var endIndex: Int { items.endIndex }
    /// The row at an index.
    @inlinable public subscript(position: Int) -> Builder.Row { builder.row(of: items[position]) }

    /// The row with an ID, or `nil`; for a cell provider, which gets only the ID.
    public subscript(id id: Builder.Item.ID) -> Builder.Row? { items[id: id].map(builder.row) }
    /// The IDs in display order, for a data source's snapshot.
    public var ids: [Builder.Item.ID] { items.ids }
}
