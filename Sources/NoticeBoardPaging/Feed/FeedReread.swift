/// A row in doubt that is read again, and where it is looked for.
struct FeedReread<ID: Hashable & Sendable>: Sendable {
    /// The row in doubt.
    let id: ID
    /// The page that may show it.
    var position: PagePosition?
    /// The row that the page continues, where a cursor says so.
    var above: ID?
    /// The ticket of the page that is under way.
    var ticket: FeedTicket
    /// How many pages may still be asked for.
    var left: Int
}
