/// Tells one load of a feed, and each page of it, from every other.
///
/// What a load brings is taken in only while its ticket is the current one: what comes back from before a refresh, another
/// board or a sign-out is dropped, and so is what comes twice.
public struct FeedTicket: Sendable, Hashable {
    /// What is loaded.
    package enum Kind: Sendable, Hashable {
        /// The list's head.
        case refresh
        /// A further page.
        case older
        /// A page of a gap.
        case gap
        /// The rows around one in doubt, which came into sight.
        case reread
    }

    /// What is loaded.
    package let kind: Kind
    /// The number of the load within its feed.
    public let number: Int
    /// The number of the page within its load: a load goes on while its pages bring nothing that can be shown.
    public let page: Int

    /// The ticket of a load's first page, by which the load and its waiting are known.
    var first: FeedTicket { FeedTicket(kind: kind, number: number, page: 0) }
    /// The ticket of the load's next page.
    var next: FeedTicket { FeedTicket(kind: kind, number: number, page: page + 1) }
}
