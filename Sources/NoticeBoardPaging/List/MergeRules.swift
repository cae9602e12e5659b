/// What the service promises of its order, and what a page may change because of it.
struct MergeRules: Sendable {
    var order: FeedOrder
    /// Whether rows are pinned: then pages do not show the place of every row.
    var hasPins = false
    /// Whether some elements could not be decoded.
    var hidesPlaces = false
    /// Which rows the page may prove deleted, if it is not one that shows them all; `nil` for a page that proves nothing.
    var removable: FeedRow.Existence? = .unconfirmed

    /// Whether rows only enter at the head, and pages show the place of every row.
    var entersAtHead: Bool { order == .newestFirst && showsPlaces }
    /// Whether pages show the place of every row.
    var showsPlaces: Bool { !hasPins && !hidesPlaces }
}
