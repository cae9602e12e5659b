/// The checksum of gzip (RFC 1952, 8).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { after($0, $1) }
    }

    /// The checksum of so many zero bytes, in a few thousand operations however many there are.
    ///
    /// What a zero byte does to the checksum is linear, so that doing it twice, four times, eight times … is found by
    /// applying it to itself.
    static func ofZeros(_ count: Int) -> UInt32 {
        var value = UInt32.max
        var step = (0..<32).map { after(UInt32(1) << $0, 0) }
        var left = max(count, 0)
        while left > 0 {
            if left & 1 == 1 { value = apply(step, to: value) }
            step = step.map { apply(step, to: $0) }
            left >>= 1
        }
        return ~value
    }

    private static func after(_ value: UInt32, _ byte: UInt8) -> UInt32 {
        table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8)
    }

    /// The sum of the images of those bits that are set.
    private static func apply(_ step: [UInt32], to value: UInt32) -> UInt32 {
        (0..<32).reduce(0) { sum, bit in value >> bit & 1 == 0 ? sum : sum ^ step[bit] }
    }
}
