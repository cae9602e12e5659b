/// SplitMix64, so that a seed repeats a run.
struct Random: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        // Neighboring seeds must not give the same numbers one step later.
        state = seed
        for _ in 0..<3 { state = next() }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { bound < 1 ? 0 : Int.random(in: 0..<bound, using: &self) }
    mutating func isTrue(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }
}
