/// How the rows of one list look: in which style, on which day, with what marked, with which wishes shown.
///
/// It belongs to the list, and makes a row when one is drawn. Make its parts one object where there are many, and compare that
/// by identity first: every row holds its builder.
///
/// ```swift
/// struct NoteRowBuilder: RowBuilder {
///     var likes: [Note.ID: Bool]                                    // what is wished
///     func row(of note: Note) -> NoteRow { NoteRow(note, isLiked: likes[note.id] ?? note.isLiked) }
/// }
/// ```
public protocol RowBuilder<Item, Row>: Equatable, Sendable {
    /// What the list holds.
    associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable
    /// What a cell draws: equal where it draws the same, and hashed by its ID alone.
    associatedtype Row: Identifiable & Hashable & Sendable where Row.ID == Item.ID

    /// The row of an item.
    func row(of item: Item) -> Row
}

/// The items of a list as rows, each made when it is asked for.
public struct FeedRows<Builder: RowBuilder>: RandomAccessCollection, Equatable, Sendable {
    /// The items.
    public let items: FeedItems<Builder.Item>
    /// What makes the rows.
    public let builder: Builder

    /// The rows of some items.
    public init(_ items: FeedItems<Builder.Item>, _ builder: Builder) { (self.items, self.builder) = (items, builder) }

    /// Where the first one stands.
    @inlinable public var startIndex: Int { items.startIndex }
    /// Behind the last one.
    @inlinable public var endIndex: Int { items.endIndex }
    /// The row that is shown at a place.
    @inlinable public subscript(position: Int) -> Builder.Row { builder.row(of: items[position]) }

    /// The row of an ID, if it is here: for a cell provider, which is given no more than that.
    public subscript(id id: Builder.Item.ID) -> Builder.Row? { items[id: id].map(builder.row) }
    /// The IDs in the order in which the rows are shown: for the snapshot of a data source.
    public var ids: [Builder.Item.ID] { items.ids }
}
