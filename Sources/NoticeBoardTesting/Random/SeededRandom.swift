/// A random number generator (SplitMix64) with the same numbers for a seed on every system and in every version of Swift.
///
/// It works with the standard library, as in `shuffled(using:)`, but how the library derives numbers may differ between versions
/// and between 32 and 64 bits; ``below(_:)`` and the other functions here never differ. They prefer small
/// results by at most n parts in 2⁶⁴ for n results, far below what a test can detect.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator from a seed.
    public init(seed: UInt64) { state = seed }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to, not including, `bound`; 0 if `bound` is not positive.
    public mutating func below(_ bound: Int) -> Int { bound <= 0 ? 0 : Int(next() % UInt64(bound)) }

    /// Returns a number in `range`.
    public mutating func number(_ range: ClosedRange<Int>) -> Int {
        let first = UInt64(bitPattern: Int64(range.lowerBound))
        let last = UInt64(bitPattern: Int64(range.upperBound))
        // Zero for the full range, whose size overflows.
        let count = last &- first &+ 1
        return Int(truncatingIfNeeded: first &+ (count == 0 ? next() : next() % count))
    }

    /// Returns one of `choices`, which must not be empty.
    public mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
    }

    /// Returns `true` with a probability of `percent` %.
    public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// Returns a number from 0 to below 1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(UInt64(1) << 53) }

    /// Returns `true` once in `times` on average; always if `times` is not positive.
    mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }
}
