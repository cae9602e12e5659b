/// Deviations of real services that a client must tolerate.
public struct SimulatedQuirks: Sendable, Hashable {
    /// The maximum posts per response, whatever the request asks for; the response's `limit` says so.
    public var limitCap: Int?
    /// Whether every response is the first page.
    public var ignoresOffset: Bool
    /// Whether the response omits `total`.
    public var omitsTotal: Bool
    /// Whether the response has only `value`.
    public var sendsOnlyValue: Bool

    /// Creates quirks; none by default.
    public init(limitCap: Int? = nil, ignoresOffset: Bool = false, omitsTotal: Bool = false, sendsOnlyValue: Bool = false) {
        self.limitCap = limitCap
        self.ignoresOffset = ignoresOffset
        self.omitsTotal = omitsTotal
        self.sendsOnlyValue = sendsOnlyValue
    }
}
