/// Identifies one load of a feed, and each of its pages.
///
/// A result is accepted only while its ticket is current: late results, from before a refresh, a reset or a sign-out, are
/// dropped, and so are duplicates.
package struct FeedTicket: Sendable, Hashable {
    /// The kind of a load.
    package enum Kind: Sendable, Hashable {
        /// The list's head, then the stale rows around the anchor.
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
    package let number: Int
    /// The number of the page within its load, which may need several pages.
    package let page: Int

    /// The ticket of the load's next page.
    var next: FeedTicket { FeedTicket(kind: kind, number: number, page: page + 1) }
}
