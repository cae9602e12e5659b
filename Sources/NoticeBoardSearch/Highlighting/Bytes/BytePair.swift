/// Two tests of bytes at fixed distances from a position: the fast first look for anything longer.
///
/// Each test is `byte & mask == value`, which covers one byte, a letter in both cases, and an aligned range of bytes.
struct BytePair: BlockTest {
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

    init(_ first: Test, _ second: Test) {
        self.first = first
        self.second = second
        reach = max(first.offset, second.offset)
        masks = (SIMD16(repeating: first.mask), SIMD16(repeating: second.mask))
        values = (SIMD16(repeating: first.value), SIMD16(repeating: second.value))
    }

    @inline(__always) func hits(_ bytes: ByteView, at position: Int) -> SIMDMask<SIMD16<Int8>> {
        ((bytes.block(at: position &+ first.offset) & masks.0) .== values.0)
            .& ((bytes.block(at: position &+ second.offset) & masks.1) .== values.1)
    }

    @inline(__always) func passes(_ bytes: ByteView, inFourBlocksAt position: Int) -> Bool {
        let x = bytes.fourBlocks(at: position &+ first.offset)
        let y = bytes.fourBlocks(at: position &+ second.offset)
        let a = ((x.a & masks.0) .== values.0) .& ((y.a & masks.1) .== values.1)
        let b = ((x.b & masks.0) .== values.0) .& ((y.b & masks.1) .== values.1)
        let c = ((x.c & masks.0) .== values.0) .& ((y.c & masks.1) .== values.1)
        let d = ((x.d & masks.0) .== values.0) .& ((y.d & masks.1) .== values.1)
        return ((a .| b) .| (c .| d)).isAny
    }

    @inline(__always) func matches(_ bytes: ByteView, at position: Int) -> Bool {
        bytes[position &+ first.offset] & first.mask == first.value
            && bytes[position &+ second.offset] & second.mask == second.value
    }
}
