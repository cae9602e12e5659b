/// A test of one byte under a mask: for a keyword that is a single letter, in one case or in both.
final class OneByte: BlockTest {
    private let mask: SIMD16<UInt8>
    private let value: SIMD16<UInt8>
    let reach = 0

    init(_ value: UInt8, mask: UInt8) { (self.value, self.mask) = (SIMD16(repeating: value), SIMD16(repeating: mask)) }

    @inline(__always) func hits(_ bytes: ByteView, at positions: FourPositions) -> FourHits {
        let x = bytes.fourBlocks(at: positions, behind: 0)
        return FourHits(
            (x.first & mask) .== value, (x.second & mask) .== value, (x.third & mask) .== value, (x.last & mask) .== value)
    }

    @inline(__always) func matches(_ bytes: ByteView, at position: Int) -> Bool {
        bytes[position] & mask[0] == value[0]
    }
}

/// Two tests of bytes at fixed distances from a position: the fast first look for anything longer.
///
/// Each test is `byte & mask == value`, which covers one byte, a letter in both cases, and an aligned range of bytes.
///
/// A class, because a search hands it on for every text, and it is large.
final class BytePair: BlockTest {
    /// One test: the byte `offset` after the position, under `mask`, must equal `value`.
    struct Test: Sendable {
        var offset: Int
        var mask: UInt8 = 0xFF
        var value: UInt8
    }

    let first: Test
    let second: Test
    let reach: Int
    // Spread out over the lanes once: comparing with a single byte compiles to a loop over the lanes, spreading to many steps.
    private let masks: (SIMD16<UInt8>, SIMD16<UInt8>)
    private let values: (SIMD16<UInt8>, SIMD16<UInt8>)

    /// A test for two of the bytes `values`, of which only what `masks` has is compared.
    convenience init(_ values: [UInt8], masks: [UInt8], at places: (first: Int, second: Int), from start: Int = 0) {
        let (first, second) = places
        self.init(
            Test(offset: first - start, mask: masks[first], value: values[first]),
            Test(offset: second - start, mask: masks[second], value: values[second]))
    }

    init(_ first: Test, _ second: Test) {
        self.first = first
        self.second = second
        reach = max(first.offset, second.offset)
        masks = (SIMD16(repeating: first.mask), SIMD16(repeating: second.mask))
        values = (SIMD16(repeating: first.value), SIMD16(repeating: second.value))
    }

    @inline(__always) func hits(_ bytes: ByteView, at positions: FourPositions) -> FourHits {
        let x = bytes.fourBlocks(at: positions, behind: first.offset)
        let y = bytes.fourBlocks(at: positions, behind: second.offset)
        return FourHits(
            hits(x.first, y.first), hits(x.second, y.second), hits(x.third, y.third), hits(x.last, y.last))
    }

    @inline(__always) private func hits(_ x: SIMD16<UInt8>, _ y: SIMD16<UInt8>) -> FourHits.Mask {
        ((x & masks.0) .== values.0) .& ((y & masks.1) .== values.1)
    }

    @inline(__always) func matches(_ bytes: ByteView, at position: Int) -> Bool {
        bytes[position &+ first.offset] & first.mask == first.value
            && bytes[position &+ second.offset] & second.mask == second.value
    }
}

/// A test of a byte and the one behind it, made for sixteen positions at a time.
///
/// Several of them, put together, read the text once.
protocol RowTest: Sendable {
    /// Which lanes may pass, by the bytes at sixteen positions alone.
    func candidates(_ bytes: SIMD16<UInt8>) -> FourHits.Mask
    /// Which lanes pass, by the bytes at sixteen positions and those behind each.
    func hits(_ bytes: SIMD16<UInt8>, _ next: SIMD16<UInt8>) -> FourHits.Mask
    func matches(_ byte: UInt8, _ next: UInt8) -> Bool
}

/// Two bytes in a row; the second under a mask.
struct BytesInARow: RowTest, Hashable {
    private let first: SIMD16<UInt8>
    private let mask: SIMD16<UInt8>
    private let second: SIMD16<UInt8>

    init(_ first: UInt8, _ second: UInt8, mask: UInt8) {
        (self.first, self.second) = (SIMD16(repeating: first), SIMD16(repeating: second))
        self.mask = SIMD16(repeating: mask)
    }

    @inline(__always) func candidates(_ bytes: SIMD16<UInt8>) -> FourHits.Mask { bytes .== first }

    @inline(__always) func hits(_ bytes: SIMD16<UInt8>, _ next: SIMD16<UInt8>) -> FourHits.Mask {
        (bytes .== first) .& ((next & mask) .== second)
    }

    @inline(__always) func matches(_ byte: UInt8, _ next: UInt8) -> Bool {
        byte == first[0] && next & mask[0] == second[0]
    }
}

/// One test or another.
struct Either<Left: RowTest, Right: RowTest>: RowTest {
    let left: Left
    let right: Right

    @inline(__always) func candidates(_ bytes: SIMD16<UInt8>) -> FourHits.Mask {
        left.candidates(bytes) .| right.candidates(bytes)
    }

    @inline(__always) func hits(_ bytes: SIMD16<UInt8>, _ next: SIMD16<UInt8>) -> FourHits.Mask {
        left.hits(bytes, next) .| right.hits(bytes, next)
    }

    @inline(__always) func matches(_ byte: UInt8, _ next: UInt8) -> Bool {
        left.matches(byte, next) || right.matches(byte, next)
    }
}

/// A test of bytes in a row at the positions of a text.
///
/// A class, because it is handed on for every text, and it is large.
final class RowScan<Test: RowTest>: BlockTest {
    let test: Test
    let reach = 1

    init(_ test: Test) { self.test = test }

    /// The first bytes of triggers are in hardly any text.
    @inline(__always) func mayPass(_ bytes: ByteView, at positions: FourPositions) -> Bool {
        let x = bytes.fourBlocks(at: positions, behind: 0)
        return FourHits(
            test.candidates(x.first), test.candidates(x.second), test.candidates(x.third), test.candidates(x.last)
        ).isAny
    }

    @inline(__always) func hits(_ bytes: ByteView, at positions: FourPositions) -> FourHits {
        let x = bytes.fourBlocks(at: positions, behind: 0)
        let y = bytes.fourBlocks(at: positions, behind: 1)
        return FourHits(
            test.hits(x.first, y.first), test.hits(x.second, y.second), test.hits(x.third, y.third), test.hits(x.last, y.last))
    }

    @inline(__always) func matches(_ bytes: ByteView, at position: Int) -> Bool {
        test.matches(bytes[position], bytes[position &+ 1])
    }
}
