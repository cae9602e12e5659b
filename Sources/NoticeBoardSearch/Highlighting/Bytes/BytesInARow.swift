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
