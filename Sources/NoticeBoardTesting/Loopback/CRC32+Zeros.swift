import NoticeBoardBase

extension CRC32 {
    /// Returns the checksum of `count` zero bytes, in logarithmic time.
    ///
    /// A zero byte changes the checksum linearly; applying that map to itself gives it for 2, 4, 8 … bytes.
    static func ofZeros(_ count: Int) -> UInt32 {
        var value = UInt32.max
        // The checksum after one set bit and a zero byte; `of` inverts the sum before and after.
        var step = (0..<32).map { bit in Self.afterZero(UInt32(1) << bit) }
        var left = max(count, 0)
        while left > 0 {
            if left & 1 == 1 { value = apply(step, to: value) }
            step = step.map { apply(step, to: $0) }
            left >>= 1
        }
        return ~value
    }

    private static func afterZero(_ value: UInt32) -> UInt32 {
        (0..<8).reduce(value) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
    }

    /// Applies the linear map: the XOR of the images of all set bits.
    private static func apply(_ step: [UInt32], to value: UInt32) -> UInt32 {
        (0..<32).reduce(0) { sum, bit in value >> bit & 1 == 0 ? sum : sum ^ step[bit] }
    }
}
