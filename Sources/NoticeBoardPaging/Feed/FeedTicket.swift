/// Identifies one load of a feed, and each of its pages.
///
/// A result is accepted only while its ticket is current: late results, from before a refresh, a reset or a sign-out, are
/// dropped, and so are duplicates.
public struct FeedTicket: Sendable, Hashable {
    /// The kind of a load.
    package enum Kind: Sendable, Hashable {
        /// The list's head.
        case refresh
        /// An older page.
        case older
        /// A page of a gap.
        case gap
        /// The rows around a stale row that appeared.
        case reread
    }

    /// The kind of the load.
    package let kind: Kind
    /// The number of the load within its feed.
    public let number: Int
    /// The number of the page within its load, which may need several pages.
    public let page: Int

    /// The ticket of the load's first page, which identifies the load and its timer.
    var first: FeedTicket { FeedTicket(kind: kind, number: number, page: 0) }
    /// The ticket of the load's next page.
    var next: FeedTicket { FeedTicket(kind: kind, number: number, page: page + 1) }
}
