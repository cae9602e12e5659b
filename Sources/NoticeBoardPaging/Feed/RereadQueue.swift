/// The stale rows to reload, beside the one that is being reloaded.
struct RereadQueue<ID: Hashable & Sendable>: Sendable {
    /// Stale rows that appeared.
    var appeared: [ID] = []
    /// Rows that were reloaded since the last refresh.
    var done: Set<ID> = []
    /// The reload that goes on with the next act.
    var paused: FeedReread<ID>?
}
