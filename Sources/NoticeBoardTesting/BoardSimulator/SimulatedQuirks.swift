/// Habits that real services have and a client must bear with.
public struct SimulatedQuirks: Sendable, Hashable {
    /// The most posts that an answer holds, whatever was asked for; the answer's `limit` says so.
    public var limitCap: Int?
    /// Whether every page is the first.
    public var ignoresOffset: Bool
    /// Whether the answer keeps `total` to itself.
    public var omitsTotal: Bool
    /// Whether the answer is `value` and nothing else.
    public var sendsOnlyValue: Bool

    /// Habits; none unless they are named.
    public init(limitCap: Int? = nil, ignoresOffset: Bool = false, omitsTotal: Bool = false, sendsOnlyValue: Bool = false) {
        self.limitCap = limitCap
        self.ignoresOffset = ignoresOffset
        self.omitsTotal = omitsTotal
        self.sendsOnlyValue = sendsOnlyValue
    }
}
