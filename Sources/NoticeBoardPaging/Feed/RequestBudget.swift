/// The number of requests that the user's acts may still cause, until no load is running.
///
/// Each act grants some, and each request takes one. When none is left the list stops, and the next act continues where it
/// stopped. Acts during a load share a limit, so that a fast scroll does not cause a storm.
struct RequestBudget: Sendable {
    /// The number of requests left.
    private(set) var left = 0
    /// The number of requests granted since no load was running.
    private var granted = 0

    /// Adds the requests of an act, up to `limit` requests in total.
    mutating func grant(_ count: Int, upTo limit: Int = .max) {
        let added = max(0, min(count, limit - left))
        left += added
        granted += added
    }

    /// Raises the number of requests granted, because the pages of an act show nothing.
    mutating func raise(to count: Int) { grant(count - granted) }

    /// Takes one request.
    mutating func spend() { left = max(left - 1, 0) }
}
