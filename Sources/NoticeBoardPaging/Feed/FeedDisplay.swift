public import NoticeBoardBase

/// What the place of a list shows: one of four things.
public enum FeedDisplay: Sendable, Hashable {
    /// The answer is still to come: nothing, or a drawing of rows.
    case placeholder
    /// The items.
    case items
    /// There are no items, and why.
    case empty(FeedEmptiness)
    /// There is nothing to show, because of this.
    case failure(NoticeBoardError)
}

/// Why a list has no items.
public enum FeedEmptiness: Sendable, Hashable {
    /// The list has none.
    case nothingHere
    /// Nothing matches what was searched.
    case noMatch
    /// Nothing was searched yet.
    case notSearched
}

/// What a feed lists, which says why it is empty when it is.
public enum FeedKind: Sendable, Hashable {
    /// All there is.
    case list
    /// What matches a search.
    case search
}
