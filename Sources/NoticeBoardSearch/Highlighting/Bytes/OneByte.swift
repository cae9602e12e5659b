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
