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
        if hits == 0 { advance(test, bytes, before: end) }
        guard hits != 0 else { return nil }
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
    @inline(never) private mutating func advance<Test: BlockTest>(_ test: Test, _ bytes: ByteView, before end: Int) {
        let limit = min(end, bytes.count &- test.reach)
        while scanned &+ 64 <= limit {
            let positions = FourPositions(inARowFrom: scanned)
            scanned &+= 64
            if keep(test.hits(bytes, at: positions), at: positions, from: positions.first) { return }
        }
        let start = scanned
        guard start < limit else { return }
        scanned = limit
        if limit >= 16 {
            // The rest is shorter: the last whole row is tested again, and what was seen is left out.
            let positions = limit < 64 ? FourPositions(covering: limit) : FourPositions(inARowFrom: limit &- 64)
            _ = keep(test.hits(bytes, at: positions), at: positions, from: start)
        } else {
            block = 0
            for position in start..<limit where test.matches(bytes, at: position) { hits |= 1 &<< UInt64(position) }
        }
    }

    @inline(__always) private mutating func keep(_ found: FourHits, at positions: FourPositions, from start: Int) -> Bool {
        guard found.isAny else { return false }
        block = positions.first
        hits = found.bits(at: positions) & (.max &<< UInt64(truncatingIfNeeded: start &- block))
        return true
    }
}
