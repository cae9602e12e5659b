/// What a segment of a text folds to: up to four scalars in place, so that most segments need no memory of their own.
struct Fold {
    /// Where the segment ends.
    var end: Int
    /// How many scalars there are; -1 where they did not fit.
    var count: Int
    var scalars: SIMD4<UInt32>

    @inline(__always) init(end: Int, _ scalar: UInt32) {
        (self.end, count, scalars) = (end, 1, SIMD4(scalar, 0, 0, 0))
    }

    /// The conjoining letters of a syllable.
    @inline(__always) init(end: Int, syllable: UInt32) {
        let parts = Hangul.parts(of: syllable)
        self.end = end
        count = parts.final == 0 ? 2 : 3
        scalars = SIMD4(
            Hangul.conjoiningLeads.lowerBound &+ parts.lead, Hangul.conjoiningVowels.lowerBound &+ parts.vowel,
            Hangul.conjoiningFinals.lowerBound &+ parts.final &- 1, 0)
    }

    /// A segment without scalars, to which some may be added.
    @inline(__always) init(end: Int) { (self.end, count, scalars) = (end, 0, SIMD4()) }

    /// A segment whose scalars stand elsewhere.
    static func elsewhere(end: Int) -> Fold {
        var fold = Fold(end: end)
        fold.count = -1
        return fold
    }

    /// Adds a scalar; false when there is no room.
    @inline(__always) mutating func append(_ scalar: UInt32) -> Bool {
        guard count < 4 else { return false }
        scalars[count] = scalar
        count &+= 1
        return true
    }
}
