/// A test of a position by a few bytes after it, made for many positions at a time.
protocol BlockTest: Sendable {
    /// A position can be tested only when this many bytes follow its own.
    var reach: Int { get }
    /// Whether any of these positions may pass, if that is quicker to tell than which do.
    func mayPass(_ bytes: ByteView, at positions: FourPositions) -> Bool
    /// Which positions pass, sixteen from each of four on.
    func hits(_ bytes: ByteView, at positions: FourPositions) -> FourHits
    /// Whether one position passes.
    func matches(_ bytes: ByteView, at position: Int) -> Bool
}

extension BlockTest {
    @inline(__always) func mayPass(_ bytes: ByteView, at positions: FourPositions) -> Bool { true }
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
        let rows = bitsOfRows
        var bits = rows & 0xFFFF
        bits |= (rows &>> 16 & 0xFFFF) &<< UInt64(truncatingIfNeeded: positions.second &- positions.first)
        bits |= (rows &>> 32 & 0xFFFF) &<< UInt64(truncatingIfNeeded: positions.third &- positions.first)
        bits |= (rows &>> 48) &<< UInt64(truncatingIfNeeded: positions.last &- positions.first)
        return bits
    }

    /// What passed, a bit a position, sixteen positions after sixteen.
    ///
    /// A lane is a byte. One bit of each, and another for each half of each row, makes eight bytes of eight bits: turning rows
    /// into columns puts them into order.
    @inline(__always) private var bitsOfRows: UInt64 {
        var lanes = first.words & SIMD2(repeating: 0x0101_0101_0101_0101)
        lanes |= second.words & SIMD2(repeating: 0x0404_0404_0404_0404)
        lanes |= third.words & SIMD2(repeating: 0x1010_1010_1010_1010)
        lanes |= last.words & SIMD2(repeating: 0x4040_4040_4040_4040)
        var bits = lanes.x | lanes.y &<< 1
        bits = Self.exchanging(bits, 0x00AA_00AA_00AA_00AA, distance: 7)
        bits = Self.exchanging(bits, 0x0000_CCCC_0000_CCCC, distance: 14)
        return Self.exchanging(bits, 0x0000_0000_F0F0_F0F0, distance: 28)
    }

    @inline(__always) private static func exchanging(_ bits: UInt64, _ mask: UInt64, distance: UInt64) -> UInt64 {
        let different = (bits ^ bits &>> distance) & mask
        return bits ^ different ^ different &<< distance
    }
}

/// Walks over the positions that pass a test, in order.
struct BlockCursor {
    /// The hits from `block` on that were not handed out yet, a bit a position.
    private var hits: UInt64 = 0
    private var block = 0
    /// Everything before was tested.
    private var scanned: Int

    @inline(__always) init(from start: Int) { scanned = start }

    /// The next position before `end` that passes.
    @inline(__always) mutating func next<Test: BlockTest>(_ test: Test, _ bytes: ByteView, before end: Int) -> Int? {
        if hits == 0 {
            guard scanned < end else { return nil }
            advance(test, bytes, before: end)
            guard hits != 0 else { return nil }
        }
        let position = block &+ hits.trailingZeroBitCount
        guard position < end else { return nil }
        hits &= hits &- 1
        return position
    }

    /// Forgets what lies before `position`.
    @inline(__always) mutating func skip(to position: Int) {
        scanned = max(scanned, position)
        if position > block { hits &= .max << UInt64(position &- block) }
    }

    /// Tests sixty-four positions at a time, until some pass or all before `end` are tested.
    @inline(__always) private mutating func advance<Test: BlockTest>(_ test: Test, _ bytes: ByteView, before end: Int) {
        let found = Self.look(test, bytes, from: scanned, before: end)
        (hits, block, scanned) = (found.hits, found.block, found.scanned)
    }

    /// A function of values, not of the cursor: a cursor that nobody has the address of stays in registers.
    @inline(never) private static func look<Test: BlockTest>(
        _ test: Test, _ bytes: ByteView, from start: Int, before end: Int
    ) -> (hits: UInt64, block: Int, scanned: Int) {
        let limit = min(end, bytes.count &- test.reach)
        var start = start
        while start &+ 64 <= limit {
            let positions = FourPositions(inARowFrom: start)
            if test.mayPass(bytes, at: positions) {
                let found = test.hits(bytes, at: positions)
                if found.isAny { return (found.bits(at: positions), start, start &+ 64) }
            }
            start &+= 64
        }
        guard start < limit else { return (0, start, start) }
        // What lies behind `end` is found when it is asked for.
        return (test.bits(bytes, from: start) & ~(.max &<< UInt64(truncatingIfNeeded: limit &- start)), start, limit)
    }
}

extension BlockTest {
    /// Which of the sixty-four positions from `start` on pass, a bit a position.
    @inline(__always) func bits(_ bytes: ByteView, from start: Int) -> UInt64 {
        let limit = bytes.count &- reach
        if start >= limit { return 0 }
        if limit < 16 {
            var bits: UInt64 = 0
            for position in start..<limit where matches(bytes, at: position) { bits |= 1 &<< UInt64(position &- start) }
            return bits
        }
        // Where less than a row is left, the last whole row is tested, and what lies before `start` is left out.
        let isRow = start &+ 64 <= limit
        let positions = isRow ? FourPositions(inARowFrom: start) : FourPositions(last: limit)
        guard mayPass(bytes, at: positions) else { return 0 }
        let found = hits(bytes, at: positions)
        return found.isAny ? found.bits(at: positions) &>> UInt64(truncatingIfNeeded: start &- positions.first) : 0
    }

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
        if limit >= 16 { return hits(bytes, at: FourPositions(last: limit)).isAny }
        return passesOneByOne(bytes, before: limit)
    }

    @inline(never) private func passesOneByOne(_ bytes: ByteView, before limit: Int) -> Bool {
        (0..<limit).contains { matches(bytes, at: $0) }
    }

    /// Whether any position of a text may pass.
    @inline(__always) func mayPass(anywhereIn bytes: ByteView) -> Bool {
        let limit = bytes.count &- reach
        var position = 0
        while position &+ 64 <= limit {
            if mayPass(bytes, at: FourPositions(inARowFrom: position)) { return true }
            position &+= 64
        }
        if position >= limit { return false }
        if limit >= 16 { return mayPass(bytes, at: FourPositions(last: limit)) }
        return passesOneByOne(bytes, before: limit)
    }
}
