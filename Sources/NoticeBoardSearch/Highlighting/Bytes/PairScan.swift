/// Two tests of bytes at fixed distances from a position, made for sixteen positions at once.
struct BytePair: Sendable {
    /// The byte `offset` behind the position, under `mask`, equals `value`.
    struct Test: Sendable {
        var offset: Int
        var mask: UInt8 = 0xFF
        var value: UInt8
    }

    let first: Test
    private let second: Test
    // Repeated once here: comparing a vector with a single byte compiles to a loop over the lanes.
    private let masks, values: (SIMD16<UInt8>, SIMD16<UInt8>)
    /// The number of bytes behind a position that the tests read.
    let reach: Int

    init(_ first: Test, _ second: Test) {
        (self.first, self.second, reach) = (first, second, max(first.offset, second.offset))
        masks = (SIMD16(repeating: first.mask), SIMD16(repeating: second.mask))
        values = (SIMD16(repeating: first.value), SIMD16(repeating: second.value))
    }

    /// Returns the sixteen positions from `position` on that pass, one bit each, the first lowest.
    @inline(__always) func hits(_ bytes: ByteView, at position: Int) -> UInt64 {
        let x = (bytes.block(at: position &+ first.offset) & masks.0) .== values.0
        let y = (bytes.block(at: position &+ second.offset) & masks.1) .== values.1
        let words = (x .& y).words & SIMD2(repeating: 0x0101_0101_0101_0101)
        if words.x | words.y == 0 { return 0 }
        // The product moves the lowest bit of byte n to bit n of the highest byte.
        let bits = (words &* SIMD2(repeating: 0x0102_0408_1020_4080)) &>> SIMD2(repeating: 56)
        return bits.x | bits.y &<< 8
    }

    /// Returns whether one position passes.
    @inline(__always) func matches(_ bytes: ByteView, at position: Int) -> Bool {
        bytes[position &+ first.offset] & first.mask == first.value
            && bytes[position &+ second.offset] & second.mask == second.value
    }
}

/// Walks through the positions of a text that pass the tests of a pair.
struct PairScan {
    /// The positions of the block that passed and were not returned yet.
    private var hits: UInt64 = 0
    private var block = 0
    private var blockEnd = 0
    /// The next position to return is this one or a later one.
    private(set) var position: Int

    init(from start: Int) { position = start }

    /// Skips the positions before `start`.
    @inline(__always) mutating func skip(to start: Int) { position = max(position, start) }

    /// Returns the next position before `end` that passes; `end` and the pair's reach are within the text.
    @inline(__always) mutating func next(_ pair: BytePair, _ bytes: ByteView, before end: Int) -> Int? {
        while true {
            while hits != 0 {
                let candidate = block &+ hits.trailingZeroBitCount
                if candidate >= end { return nil }
                hits &= hits &- 1
                if candidate >= position {
                    position = candidate &+ 1
                    return candidate
                }
            }
            position = max(position, blockEnd)
            if position >= end { return nil }
            readBlock(pair, bytes, before: end)
        }
    }

    /// Moves to the next block with a hit, or to the end.
    private mutating func readBlock(_ pair: BytePair, _ bytes: ByteView, before end: Int) {
        let lastBlock = bytes.count &- pair.reach &- 16
        var start = position
        while start < end, start <= lastBlock {
            let found = pair.hits(bytes, at: start)
            if found != 0 {
                (hits, block, blockEnd) = (found, start, start &+ 16)
                return
            }
            start &+= 16
        }
        (position, block, blockEnd) = (start, start, start)
        if start >= end { return }
        if lastBlock >= 0 {
            // The last block overlaps the one before; `next` skips what was returned already.
            (hits, block, blockEnd) = (pair.hits(bytes, at: lastBlock), lastBlock, lastBlock &+ 16)
        } else {
            for index in start..<end where pair.matches(bytes, at: index) { hits |= 1 &<< UInt64(index &- start) }
            blockEnd = end
        }
    }
}
