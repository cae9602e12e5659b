/// A test of a position by a few bytes after it, made for sixteen positions at a time.
protocol BlockTest: Sendable {
    /// A position can be tested only when this many bytes follow its own.
    var reach: Int { get }
    /// Which of the sixteen positions from `position` on pass.
    func hits(_ bytes: ByteView, at position: Int) -> SIMDMask<SIMD16<Int8>>
    /// Whether any of the sixty-four positions from `position` on passes.
    func passes(_ bytes: ByteView, inFourBlocksAt position: Int) -> Bool
    /// Whether one position passes.
    func matches(_ bytes: ByteView, at position: Int) -> Bool
}

/// Walks over the positions that pass a test, in order.
struct BlockCursor {
    /// The hits of the block at `block` that were not handed out yet, a byte a lane.
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private var block = 0
    /// Everything before was tested.
    private var scanned: Int

    init(from start: Int) { scanned = start }

    /// The next position before `end` that passes.
    @inline(__always) mutating func next<Test: BlockTest>(_ test: Test, _ bytes: ByteView, before end: Int) -> Int? {
        if low | high != 0 { return take(before: end) }
        return advance(test, bytes, before: end)
    }

    /// Forgets what lies before `position`.
    @inline(__always) mutating func skip(to position: Int) {
        scanned = max(scanned, position)
        guard low | high != 0, position > block else { return }
        let lanes = Self.lanes(from: min(position &- block, 16))
        low &= lanes.x
        high &= lanes.y
    }

    /// Ones in the lanes from `lane` on.
    @inline(__always) static func lanes(from lane: Int) -> SIMD2<UInt64> {
        lane < 8
            ? SIMD2(~0 << UInt64(lane &* 8), ~0)
            : SIMD2(0, lane < 16 ? ~0 << UInt64((lane &- 8) &* 8) : 0)
    }

    @inline(__always) private mutating func take(before end: Int) -> Int? {
        if low != 0 {
            let position = block &+ low.trailingZeroBitCount >> 3
            guard position < end else { return nil }
            low &= ~(0xFF << UInt64((position &- block) &* 8))
            return position
        }
        let position = block &+ 8 &+ high.trailingZeroBitCount >> 3
        guard position < end else { return nil }
        high &= ~(0xFF << UInt64((position &- block &- 8) &* 8))
        return position
    }

    private mutating func advance<Test: BlockTest>(_ test: Test, _ bytes: ByteView, before end: Int) -> Int? {
        let limit = min(end, bytes.count &- test.reach)
        var position = scanned
        while position &+ 64 <= limit {
            if test.passes(bytes, inFourBlocksAt: position) { break }
            position &+= 64
        }
        if position &+ 32 <= limit {
            if !(test.hits(bytes, at: position) .| test.hits(bytes, at: position &+ 16)).isAny { position &+= 32 }
        }
        while position &+ 16 <= limit {
            let words = test.hits(bytes, at: position).words
            if words.x | words.y != 0 { return keep(words, at: position, next: position &+ 16, before: end) }
            position &+= 16
        }
        if position < limit, limit >= 16 {
            // The rest is shorter than a block: test the last whole block again, and leave out what was seen.
            let last = limit &- 16
            let words = test.hits(bytes, at: last).words & Self.lanes(from: position &- last)
            if words.x | words.y != 0 { return keep(words, at: last, next: limit, before: end) }
            position = limit
        }
        while position < limit {
            if test.matches(bytes, at: position) {
                scanned = position &+ 1
                return position
            }
            position &+= 1
        }
        scanned = max(scanned, position)
        return nil
    }

    @inline(__always) private mutating func keep(_ words: SIMD2<UInt64>, at position: Int, next: Int, before end: Int) -> Int? {
        (low, high, block, scanned) = (words.x, words.y, position, next)
        return take(before: end)
    }
}
