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
    @inline(__always) static func read<Result>(
        _ text: String, _ body: (ByteView, String) throws -> Result
    ) rethrows -> Result? {
        let direct: Result?? = unsafe try text.utf8.withContiguousStorageIfAvailable { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe try body(ByteView(buffer, base: base), text)
        }
        if let direct { return direct }
        return try readCopy(of: text, body)
    }

    /// Lends `buffer`, the bytes of a text wherever they lie: for the tests, which place them at every alignment.
    @unsafe static func read<Result>(_ buffer: UnsafeBufferPointer<UInt8>, _ body: (ByteView) -> Result) -> Result? {
        guard let base = buffer.baseAddress else { return nil }
        return unsafe body(ByteView(buffer, base: base))
    }

    @inline(never) private static func readCopy<Result>(
        of text: String, _ body: (ByteView, String) throws -> Result
    ) rethrows -> Result? {
        var copy = text
        copy.makeContiguousUTF8()
        let native = copy
        return try copy.withUTF8 { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe try body(ByteView(buffer, base: base), native)
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
        return unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
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

#if _endian(big)
    #error("The first lane of a block must be the lowest byte of its word: everything made of `words` counts bits from there.")
#endif

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

extension ByteView {
    /// The scalar that begins at `offset`, and how many bytes it has.
    @inline(__always) func scalar(at offset: Int) -> (value: UInt32, length: Int) {
        let lead = UInt32(self[offset])
        if lead < 0x80 { return (lead, 1) }
        let second = UInt32(self[offset &+ 1]) & 0x3F
        if lead < 0xE0 { return ((lead & 0x1F) << 6 | second, 2) }
        let third = UInt32(self[offset &+ 2]) & 0x3F
        if lead < 0xF0 { return ((lead & 0x0F) << 12 | second << 6 | third, 3) }
        return ((lead & 0x07) << 18 | second << 12 | third << 6 | UInt32(self[offset &+ 3]) & 0x3F, 4)
    }

    /// Where the scalar begins that ends before `offset`, which is not 0.
    @inline(__always) func startOfScalar(before offset: Int) -> Int {
        var start = offset &- 1
        while start > 0, self[start] & 0xC0 == 0x80 { start &-= 1 }
        return start
    }

    /// Where the scalar begins that holds the byte at `offset`.
    @inline(__always) func startOfScalar(at offset: Int) -> Int {
        offset >= count ? count : startOfScalar(before: offset &+ 1)
    }

    /// Where the scalar ends that holds the byte at `offset`, which is before the end.
    @inline(__always) func endOfScalar(at offset: Int) -> Int {
        let start = startOfScalar(at: offset)
        return start &+ scalar(at: start).length
    }

    /// How many UTF-16 units the bytes from `start` to `end` make.
    func utf16Length(from start: Int, to end: Int) -> Int {
        var length = 0
        var offset = start
        while offset &+ 16 <= end {
            let bytes = block(at: offset)
            let followers = ((bytes & SIMD16(repeating: 0xC0)) .== SIMD16(repeating: 0x80)).words
            let pairs = ((bytes & SIMD16(repeating: 0xF0)) .== SIMD16(repeating: 0xF0)).words
            length &+= 16 &- (followers.x.nonzeroBitCount &+ followers.y.nonzeroBitCount) >> 3
            length &+= (pairs.x.nonzeroBitCount &+ pairs.y.nonzeroBitCount) >> 3
            offset &+= 16
        }
        while offset < end {
            let byte = self[offset]
            length &+= (byte & 0xC0 != 0x80 ? 1 : 0) &+ (byte >= 0xF0 ? 1 : 0)
            offset &+= 1
        }
        return length
    }
}
