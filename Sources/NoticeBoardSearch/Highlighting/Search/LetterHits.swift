/// Every place of a letter in a title, found at once.
struct LetterHits {
    private var bits: UInt64
    private var base = 0
    /// The places from 64 on.
    private var others: UInt64 = 0

    /// The places in a text of sixteen to 128 bytes; nil for others.
    @inline(__always) init?(of letter: OneByte, in bytes: ByteView) {
        guard bytes.count >= 16, bytes.count <= 128 else { return nil }
        let row = FourPositions(last: min(bytes.count, 64))
        bits = letter.hits(bytes, at: row).bits(at: row)
        if bytes.count > 64 {
            let row = FourPositions(last: bytes.count)
            others = letter.hits(bytes, at: row).bits(at: row) &>> UInt64(truncatingIfNeeded: 128 &- bytes.count)
        }
    }

    @inline(__always) var count: Int { bits.nonzeroBitCount &+ others.nonzeroBitCount }

    /// The next place; there must be one.
    @inline(__always) mutating func next() -> Int {
        if bits == 0 { (bits, others, base) = (others, 0, 64) }
        defer { bits &= bits &- 1 }
        return base &+ bits.trailingZeroBitCount
    }
}
