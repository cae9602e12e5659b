/// The reload of a stale row, and where to look for it.
struct FeedReread<ID: Hashable & Sendable>: Sendable {
    /// The stale row.
    let id: ID
    /// The position of the page that may show it.
    var position: PagePosition?
    /// The row that the page follows, if a cursor says so.
    var above: ID?
    /// The ticket of the page in flight.
    var ticket: FeedTicket
    /// The number of pages that may still be requested.
    var left: Int
}
