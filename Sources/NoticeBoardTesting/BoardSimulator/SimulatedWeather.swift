/// What the day is like at the simulated service: how slow it is, how often it fails, how lively its boards are.
///
/// What happens to a request depends on the seed and on the request's number alone, so that a run can be repeated. Rates go
/// from 0, never, to 1, always.
public struct SimulatedWeather: Sendable, Hashable {
    /// What decides when something happens.
    public var seed: UInt64
    /// Latency, failures and losses.
    ///
    /// Answers that a test gave itself are spared.
    public var faults: FaultTransport.Faults
    /// How often a post arrives, before a request for posts is answered, on the board that it asks for.
    public var arrivals: Double
    /// How often a post vanishes, likewise.
    public var vanishings: Double

    /// A day of the kind that the seed and the rates make.
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

    /// What moves on `board` before the request of this number is answered.
    func drift(_ board: inout SimulatedBoard, beforeRequest number: Int) {
        var random = SeededRandom(seed: seed ^ (UInt64(truncatingIfNeeded: number) &* 0xD6E8_FEB8_6659_FD93))
        // Drawn whether they are needed or not, so that changing one rate moves nothing else.
        let (arrives, vanishes, place) = (random.unit(), random.unit(), random.next())
        if vanishes < vanishings, !board.posts.isEmpty { board.posts.remove(at: Int(place % UInt64(board.posts.count))) }
        if arrives < arrivals { board.arrive() }
    }
}
