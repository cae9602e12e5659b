/// A test of a position by a few bytes after it, made for many positions at a time.
protocol BlockTest: Sendable {
    /// A position can be tested only when this many bytes follow its own.
    var reach: Int { get }
    /// Which positions pass, sixteen from each of four on.
    func hits(_ bytes: ByteView, at positions: FourPositions) -> FourHits
    /// Whether one position passes.
    func matches(_ bytes: ByteView, at position: Int) -> Bool
}

extension BlockTest {
    /// Whether any position of a text passes.
    @inline(__always) func passes(anywhereIn bytes: ByteView) -> Bool {
        let limit = bytes.count &- reach
        var position = 0
        while position &+ 64 <= limit {
            if hits(bytes, at: FourPositions(inARowFrom: position)).isAny { return true }
            position &+= 64
        }
        if position >= limit { return false }
        // The rest is shorter: the last whole row is tested again.
        if limit >= 64 { return hits(bytes, at: FourPositions(inARowFrom: limit &- 64)).isAny }
        if limit >= 16 { return hits(bytes, at: FourPositions(covering: limit)).isAny }
        return (0..<limit).contains { matches(bytes, at: $0) }
    }
}

/// What passed a test, sixteen positions from each of four on.
struct FourHits {
    typealias Mask = SIMDMask<SIMD16<Int8>>
    let first, second, third, last: Mask

    @inline(__always) init(_ first: Mask, _ second: Mask, _ third: Mask, _ last: Mask) {
        (self.first, self.second, self.third, self.last) = (first, second, third, last)
    }

    /// Whether any position passed.
    @inline(__always) var isAny: Bool {
        let words = ((first .| second) .| (third .| last)).words
        return words.x | words.y != 0
    }

    /// What passed, a bit a position, from the first of `positions` on.
    @inline(__always) func bits(at positions: FourPositions) -> UInt64 {
        let (start, second, third) = (positions.first, positions.second, positions.third)
        return first.bits | self.second.bits &<< UInt64(truncatingIfNeeded: second &- start)
            | self.third.bits &<< UInt64(truncatingIfNeeded: third &- start)
            | last.bits &<< UInt64(truncatingIfNeeded: positions.last &- start)
    }
}
