/// Tells one load of a feed from every other, before and after it.
///
/// What a load brings is taken in only while its ticket is the current one: what comes back from before a refresh, another
/// board or a sign-out is dropped.
public struct FeedTicket: Sendable, Hashable {
    /// What is loaded.
    public enum Kind: Sendable, Hashable {
        /// The list's head.
        case refresh
        /// A further page.
        case more
    }

    /// What is loaded.
    public let kind: Kind
    /// The number of the load within its feed.
    public let number: Int
}
