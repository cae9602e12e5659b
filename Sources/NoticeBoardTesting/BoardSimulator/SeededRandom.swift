/// Random numbers that are the same for the same seed on every system and in every version (SplitMix64).
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator that `seed` determines.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, by a rule of our own: the standard library's may change between versions.
    mutating func below(_ bound: Int) -> Int { bound <= 0 ? 0 : Int(next() % UInt64(bound)) }

    /// One of `choices`, which must not be empty.
    mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }

    /// A number from 0 up to, but not, 1.
    mutating func chance() -> Double { Double(next() >> 11) / Double(UInt64(1) << 53) }

    /// True once in so many times.
    mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }
}
