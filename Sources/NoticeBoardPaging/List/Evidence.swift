/// What one page, or a whole head, proves about the order of rows.
struct Evidence: Sendable {
    /// An element of the page.
    struct Element: Sendable {
        /// The row's slot, or the complement of the item's index on the page if the list does not have the item.
        ///
        /// `nil` if nothing is known of the element: it could not be decoded, or must not be inserted.
        var slot: Int?
        /// The element's index on the page.
        var index: Int
    }

    /// The elements from top to bottom, without pinned ones.
    var elements: [Element] = []
    /// Whether nothing is above the first element.
    var startsList = false
    /// Whether nothing is below the last element.
    var endsList = false
    /// The slot of the row that the page continues.
    var above: Int?
    /// What is known of the order of that row and the first element.
    var linkAbove = FeedRow.Link.shown

    /// The slots of the elements.
    var slots: [Int] { elements.compactMap(\.slot) }
}

/// Where an element of a page belongs in a stretch of rows.
enum Placement: Sendable, Equatable {
    /// It is the row at this index, or directly above it.
    case at(Int)
    /// It is above all rows of the list: a refresh brings it.
    case aboveAll
    /// It is in the gap above the stretch.
    case inGapAbove
    /// It is below all rows of the stretch.
    case belowAll
}

/// The reason why a page was loaded; it decides how much the page may change.
enum Reason: Sendable, Equatable {
    /// The list's head: it may move every row that it shows.
    case head
    /// The gap above the row at an index: it may move every row of the stretches on both sides.
    case gap(Int)
    /// The rows below a stretch: it moves no row.
    case older
    /// A row in doubt: it moves only rows of unknown order.
    case reread

    /// Whether every row that the page does not show is in doubt.
    var doubtsAll: Bool {
        switch self {
        case .head, .gap: true
        case .older, .reread: false
        }
    }
}

/// What a page shows between two rows, or beside one: new items, and none of the rows in that range.
struct Span: Sendable {
    /// The side of new items on which the page ends.
    enum Side: Sendable { case above, below }

    var range: Range<Int>
    var new: [Int]
    /// Where rows may be missing next to the new items.
    var open: Side?
    /// Whether an element that could not be decoded is between the new items and the row on the other side.
    var isSeparated = false
    /// The slots of new items that are not directly below the new item before them: an element that could not be decoded, or a row that
    /// is elsewhere in the list, is between the two.
    var separated: Set<Int> = []
}
