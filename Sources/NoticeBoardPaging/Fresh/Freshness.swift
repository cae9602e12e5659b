/// When a list or a value is too old.
///
/// ```swift
/// var rules = FeedRules<Topic>()
/// rules.fresh = Freshness(after: 300, every: 60)
/// rules.life = life
/// ```
public struct Freshness: Sendable, Hashable {
    /// The age in seconds from which it is too old: then it is loaded again when it is opened, when the app comes to the
    /// foreground, and when the network returns.
    ///
    /// It counts from the start of the last load.
    public var age: Double?
    /// The number of seconds after which it is loaded again while it is open and the app is in the foreground.
    public var interval: Double?

    /// Creates a freshness; what is `nil` does not apply.
    public init(after age: Double? = nil, every interval: Double? = nil) {
        self.age = age
        self.interval = interval
    }
}
