/// What the screen and the user want of the pages below the loaded rows.
struct OlderPages<ID: Hashable & Sendable>: Sendable {
    /// The row nearest to the end that appeared: while fewer than ``FeedRules/prefetchDistance`` visible rows follow it, older
    /// pages are loaded.
    var frontier: ID?
    /// The number of consecutive older pages without visible items; ``FeedRules/refreshPages`` of them stop the loading until a
    /// row appears.
    var unseenCount = 0
    /// Whether the end of the loaded rows was not found, so that a refresh looks for a place to continue.
    var seeksPlace = false
    /// Whether an older page is wanted regardless of the visible rows: the app asked for it, or a refresh interrupted one.
    var isWanted = false
    /// Whether the user asked for more rows, so that pages without new ones have no limit.
    var isUnlimited = false
    /// The number of the load that a read of the head waits for, while the list follows its service at an interval.
    var delaysRead: Int?
}
