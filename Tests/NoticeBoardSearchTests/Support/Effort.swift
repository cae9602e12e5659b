import Foundation

/// How long random tests try, and from which seed: `NOTICEBOARD_EFFORT` and `NOTICEBOARD_SEED`.
enum Effort {
    static let factor = ProcessInfo.processInfo.environment["NOTICEBOARD_EFFORT"].flatMap(Double.init) ?? 1
    static let seed =
        ProcessInfo.processInfo.environment["NOTICEBOARD_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...999_999)
}

/// A small random generator that gives the same numbers for the same seed everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True in `percent` of a hundred cases.
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
