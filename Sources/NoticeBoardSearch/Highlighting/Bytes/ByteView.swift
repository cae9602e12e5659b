/// The UTF-8 bytes of one text, readable for as long as a search runs: the only unsafe code of the module.
///
/// What makes it safe to use without a further thought:
/// - It is made only by `read`, of well-formed UTF-8, and lives no longer than its body: no type of this module stores one beyond a call.
/// - Every read is checked against `count` in release builds too: single bytes and blocks alike, and four blocks at once.
/// - The bytes are those of a `String`, so they are well-formed UTF-8: a lead byte is followed by its continuation bytes.
@safe struct ByteView {
    fileprivate let base: UnsafeRawPointer
    /// How many bytes the text has.
    let count: Int

    @inline(__always) private init(_ buffer: UnsafeBufferPointer<UInt8>, base: UnsafePointer<UInt8>) {
        unsafe self.base = UnsafeRawPointer(base)
        self.count = buffer.count
    }

    /// Lends the bytes of `text`, together with the contiguous string that they belong to, to `body`.
    ///
    /// A string bridged from Objective-C is copied once, here; every other string is read where it lies.
    @inline(__always) static func read<Result>(_ text: String, _ body: (ByteView, String) -> Result) -> Result? {
        let direct: Result?? = unsafe text.utf8.withContiguousStorageIfAvailable { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe body(ByteView(buffer, base: base), text)
        }
        if let direct { return direct }
        return readCopy(of: text, body)
    }

    /// Lends `buffer`, the bytes of a text wherever they lie: for the tests, which place them at every alignment.
    @unsafe static func read<Result>(_ buffer: UnsafeBufferPointer<UInt8>, _ body: (ByteView) -> Result) -> Result? {
        guard let base = buffer.baseAddress else { return nil }
        return unsafe body(ByteView(buffer, base: base))
    }

    @inline(never) private static func readCopy<Result>(of text: String, _ body: (ByteView, String) -> Result) -> Result? {
        var copy = text
        copy.makeContiguousUTF8()
        let native = copy
        return copy.withUTF8 { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe body(ByteView(buffer, base: base), native)
        }
    }

    /// The byte at `offset`.
    @inline(__always) subscript(offset: Int) -> UInt8 {
        precondition(UInt(bitPattern: offset) < UInt(bitPattern: count))
        return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
    }

    /// The four bytes from `offset` on, the first lowest.
    @inline(__always) func word(at offset: Int) -> UInt32 {
        precondition(offset >= 0 && offset <= count &- 4)
        return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// The sixteen bytes from `offset` on.
    @inline(__always) func block(at offset: Int) -> SIMD16<UInt8> {
        precondition(offset >= 0 && offset <= count &- 16)
        return unsafe base.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    }
}

/// Four positions that are looked at together, a block of sixteen bytes from each.
///
/// `ByteView` relies on what is checked here: none is negative, and none lies behind `last`.
struct FourPositions {
    let first, second, third, last: Int

    /// Sixty-four positions in a row.
    @inline(__always) init(inARowFrom position: Int) {
        precondition(position >= 0 && position <= .max &- 64)
        (first, second, third, last) = (position, position &+ 16, position &+ 32, position &+ 48)
    }

    /// The last sixty-four of `count` positions; of fewer, sixteen at least, all, some of them twice.
    @inline(__always) init(last count: Int) {
        precondition(count >= 16)
        last = count &- 16
        first = max(0, count &- 64)
        (second, third) = (min(first &+ 16, last), min(first &+ 32, last))
    }
}

/// The blocks at four positions.
struct FourBlocks {
    var first, second, third, last: SIMD16<UInt8>
}

extension ByteView {
    /// The blocks that begin `distance` behind four positions, their bounds checked once.
    @inline(__always) func fourBlocks(at positions: FourPositions, behind distance: Int) -> FourBlocks {
        precondition(distance >= 0 && distance <= count &- 16 &- positions.last)
        let base = unsafe self.base + distance
        return unsafe FourBlocks(
            first: base.loadUnaligned(fromByteOffset: positions.first, as: SIMD16<UInt8>.self),
            second: base.loadUnaligned(fromByteOffset: positions.second, as: SIMD16<UInt8>.self),
            third: base.loadUnaligned(fromByteOffset: positions.third, as: SIMD16<UInt8>.self),
            last: base.loadUnaligned(fromByteOffset: positions.last, as: SIMD16<UInt8>.self))
    }
}

extension [UInt8] {
    /// The sixteen bytes from `offset` on, checked like those of a text.
    @inline(__always) func block(at offset: Int) -> SIMD16<UInt8> {
        precondition(offset >= 0 && offset <= count &- 16)
        return unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self) }
    }
}

extension SIMDMask where Storage == SIMD16<Int8> {
    /// The sixteen lanes as two words, a byte a lane: all ones where the lane is true.
    @inline(__always) var words: SIMD2<UInt64> { unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self) }
}

extension SIMD16<UInt8> {
    /// Which lanes are at most `limit`, which is below 128.
    ///
    /// Comparisons for order compile to a loop over the lanes; only those for equality are one instruction. So the order is put
    /// into the top bit first: a sum reaches it when the lower bits are above `limit`.
    @inline(__always) func lanes(atMost limit: UInt8) -> SIMDMask<SIMD16<Int8>> {
        let low = self & SIMD16(repeating: 0x7F)
        let above = (low &+ SIMD16(repeating: 0x7F &- limit)) | self
        return (above & SIMD16(repeating: 0x80)) .== SIMD16(repeating: 0)
    }
}
