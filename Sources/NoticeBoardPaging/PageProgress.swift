/// The number of items loaded, and the total.
public struct PageProgress: Sendable, Hashable {
    /// The number of items loaded, each counted once.
    public var loaded: Int
    /// The total that the service reported last; `nil` if it reports none.
    public var total: Int?

    /// Creates a progress of `loaded` items out of `total`.
    public init(loaded: Int, total: Int? = nil) {
        (self.loaded, self.total) = (loaded, total)
    }

    /// The fraction loaded, in 0...1; `nil` without a total.
    public var fraction: Double? { total.map { $0 > 0 ? min(Double(loaded) / Double($0), 1) : 1 } }
}
