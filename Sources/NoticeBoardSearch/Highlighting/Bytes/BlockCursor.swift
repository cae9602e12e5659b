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
        if limit >= 16 {
            // The rest is shorter: the last whole row is tested again, and what was seen is left out.
            let positions = FourPositions(last: limit)
            guard test.mayPass(bytes, at: positions) else { return (0, start, limit) }
            let found = test.hits(bytes, at: positions)
            guard found.isAny else { return (0, start, limit) }
            let unseen = UInt64.max &<< UInt64(truncatingIfNeeded: start &- positions.first)
            return (found.bits(at: positions) & unseen, positions.first, limit)
        }
        var hits: UInt64 = 0
        for position in start..<limit where test.matches(bytes, at: position) { hits |= 1 &<< UInt64(position) }
        return (hits, 0, limit)
    }
}
