/// How slow a simulated service is, how often it fails, and how often its posts change.
///
/// What happens to a request depends on the seed and on the request's number alone, so that a run can be repeated. Rates go
/// from 0, never, to 1, always.
public struct SimulatedWeather: Sendable, Hashable {
    /// The seed of everything that happens.
    public var seed: UInt64
    /// Latency, failures and losses; answers that a test gave are spared.
    public var faults: FaultTransport.Faults
    /// How often a post arrives before a request for posts is answered, on the board that it asks for.
    public var arrivals: Double
    /// How often a post vanishes, likewise.
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

    /// Nothing happens.
    public static let calm = SimulatedWeather()

    /// Removes one of the posts in `place`, and calls `arrive`, as the weather has it before the request of this number.
    func drift<Place, Post>(
        _ place: inout Place, _ posts: WritableKeyPath<Place, [Post]>, beforeRequest number: Int, arrive: (inout Place) -> Void
    ) {
        var random = SeededRandom(seed: seed ^ (UInt64(truncatingIfNeeded: number) &* 0xD6E8_FEB8_6659_FD93))
        // Drawn whether they are needed or not, so that changing one rate moves nothing else.
        let (arrives, vanishes, index) = (random.unit(), random.unit(), random.next())
        let count = place[keyPath: posts].count
        if vanishes < vanishings, count > 0 { place[keyPath: posts].remove(at: Int(index % UInt64(count))) }
        if arrives < arrivals { arrive(&place) }
    }
}
