/// Two tests of bytes at fixed distances from a position: the fast first look for anything longer.
///
/// Each test is `byte & mask == value`, which covers one byte, a letter in both cases, and an aligned range of bytes.
struct BytePair: BlockTest, Hashable {
    /// One test: the byte `offset` after the position, under `mask`, must equal `value`.
    struct Test: Sendable, Hashable {
        var offset: Int
        var mask: UInt8 = 0xFF
        var value: UInt8
    }

    let first: Test
    let second: Test
    let reach: Int

    init(_ first: Test, _ second: Test) {
        self.first = first
        self.second = second
        reach = max(first.offset, second.offset)
    }

    @inline(__always) func hits(_ bytes: ByteView, at position: Int) -> SIMDMask<SIMD16<Int8>> {
        // Comparisons with a single byte compile to a loop over the lanes: every operand is spread out first.
        ((bytes.block(at: position &+ first.offset) & SIMD16(repeating: first.mask)) .== SIMD16(repeating: first.value))
            .& ((bytes.block(at: position &+ second.offset) & SIMD16(repeating: second.mask)) .== SIMD16(repeating: second.value))
    }

    @inline(__always) func matches(_ bytes: ByteView, at position: Int) -> Bool {
        bytes[position &+ first.offset] & first.mask == first.value
            && bytes[position &+ second.offset] & second.mask == second.value
    }
}
