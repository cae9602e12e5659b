import Foundation

/// The running load of a feed, of which there is at most one.
struct FeedLoad<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// The ticket of the page in flight.
    var ticket: FeedTicket
    /// The head that a refresh is loading; `nil` once the list has it.
    var head: FeedHead<Item>?
    /// When the head that the list has was stored; `nil` if it is from the network.
    var headStoredAt: Date?
    /// The stale row that is reloaded, by a refresh or because it appeared.
    var reread: FeedReread<Item.ID>?
    /// Whether a refresh takes so long that another one may replace it.
    var isHanging = false
    /// Changes made during the load, which its page may not include.
    var missed: [FeedContent<Item>.Translation] = []
}
