/// The conditions at a simulated service: latency, failures, and new posts.
///
/// The events of a request depend only on the seed and on the request's number, so a run can be repeated. Rates go from 0
/// (never) to 1 (always).
public struct SimulatedWeather: Sendable, Hashable {
    /// The seed of everything that happens.
    public var seed: UInt64
    /// Latency, failures and losses; scripted responses are not affected.
    public var faults: FaultTransport.Faults
    /// The rate at which a post arrives on the requested board before its posts are returned.
    public var arrivals: Double

    /// Creates weather with these rates.
    public init(seed: UInt64 = 1, faults: FaultTransport.Faults = FaultTransport.Faults(), arrivals: Double = 0) {
        self.seed = seed
        self.faults = faults
        self.arrivals = arrivals
    }

    /// No faults and no new posts.
    public static let calm = SimulatedWeather()

    /// Whether a post arrives before the request with this number is answered.
    func hasArrival(beforeRequest number: Int) -> Bool {
        var random = SeededRandom(seed: seed ^ (UInt64(truncatingIfNeeded: number) &* 0xD6E8_FEB8_6659_FD93))
        return random.unit() < arrivals
    }
}
