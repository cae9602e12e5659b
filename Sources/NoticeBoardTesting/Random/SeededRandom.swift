/// Random numbers that are the same for the same seed on every system and in every version (SplitMix64).
///
/// It serves wherever the standard library takes a generator, as in `shuffled(using:)`. How that library makes a number out of
/// what a generator gives may differ between its versions, and between systems of 32 and 64 bits; ``below(_:)`` and the other
/// draws here differ nowhere. Of n results they favour some by no more than n parts in 2⁶⁴, which no test can see.
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

    /// A number from 0 up to, but not, `bound`; 0 where there is no such number.
    public mutating func below(_ bound: Int) -> Int { bound <= 0 ? 0 : Int(next() % UInt64(bound)) }

    /// A number of `range`.
    public mutating func number(_ range: ClosedRange<Int>) -> Int {
        let (first, last) = (UInt64(bitPattern: Int64(range.lowerBound)), UInt64(bitPattern: Int64(range.upperBound)))
        // Nothing for the range of all numbers, of which there are more than the largest.
        let count = last &- first &+ 1
        return Int(truncatingIfNeeded: first &+ (count == 0 ? next() : next() % count))
    }

    /// One of `choices`, of which there must be one at least.
    public mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
    }

    /// True in `percent` of a hundred cases.
    public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// A number from 0 up to, but not, 1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(UInt64(1) << 53) }

    /// True once in so many times.
    mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }
}
