/// How much of a list has been loaded.
public struct PageProgress: Sendable, Hashable {
    /// How many items have been loaded, each counted once.
    public var loaded: Int
    /// How many there are, as the service said last; nothing when it does not say.
    public var total: Int?

    /// So many items, of so many.
    public init(loaded: Int, total: Int? = nil) {
        self.loaded = loaded
        self.total = total
    }

    /// The share that has been loaded, from 0 to 1; nothing when the total is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(Double(loaded) / Double(total), 1) : 1
    }
}
