/// Up to four ranges of scalars, in place.
struct ScalarRanges: Sendable, Hashable {
    private var lows = SIMD4<UInt32>(repeating: 1)
    private var highs = SIMD4<UInt32>(repeating: 0)
    private(set) var count = 0

    /// The first four of `ranges`; no set here has more.
    init(_ ranges: [ClosedRange<UInt32>] = []) { for range in ranges { insert(range) } }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        guard count < 4 else { return }
        lows[count] = range.lowerBound
        highs[count] = range.upperBound
        count += 1
    }

    var ranges: [ClosedRange<UInt32>] { (0..<count).map { lows[$0]...highs[$0] } }

    @inline(__always) func contains(_ scalar: UInt32) -> Bool {
        for index in 0..<count where lows[index] <= scalar && scalar <= highs[index] { return true }
        return false
    }
}
