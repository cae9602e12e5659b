/// The conditions at a simulated service: latency, failures, and changes of its posts.
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
    /// The rate at which a post disappears, likewise.
    public var vanishings: Double

    /// Creates weather with these rates.
    public init(
        seed: UInt64 = 1, faults: FaultTransport.Faults = FaultTransport.Faults(), arrivals: Double = 0, vanishings: Double = 0
    ) {
        self.seed = seed
        self.faults = faults
        self.arrivals = arrivals
        self.vanishings = vanishings
    }

    /// No faults and no changes.
    public static let calm = SimulatedWeather()

    /// Removes a post and calls `arrive`, each at its rate, before the request with this number is answered.
    func drift<Place, Post>(
        _ place: inout Place, _ posts: WritableKeyPath<Place, [Post]>, beforeRequest number: Int, arrive: (inout Place) -> Void
    ) {
        var random = SeededRandom(seed: seed ^ (UInt64(truncatingIfNeeded: number) &* 0xD6E8_FEB8_6659_FD93))
        // Always drawn, so that changing one rate moves no other event.
        let (arrives, vanishes, index) = (random.unit(), random.unit(), random.next())
        let count = place[keyPath: posts].count
        if vanishes < vanishings, count > 0 { place[keyPath: posts].remove(at: Int(index % UInt64(count))) }
        if arrives < arrivals { arrive(&place) }
    }
}
