/// What the service had before the first attempt to send a draft.
struct ExistingItems: Sendable, Hashable, Codable {
    /// The IDs of its newest items.
    var ids: [String]
    /// Whether these are all items that it had.
    var isWholeList: Bool
    /// The IDs of what the outbox has sent since then: an equal draft must not be taken for this one.
    var sentSince: [String] = []
}
