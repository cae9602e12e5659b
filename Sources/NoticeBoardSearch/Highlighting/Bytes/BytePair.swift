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
