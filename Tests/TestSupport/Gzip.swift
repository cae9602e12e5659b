/// Writes gzip (RFC 1952) independently of the library: stored blocks, and zeros at the best possible ratio.
package enum Gzip {
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// Returns `bytes` in stored blocks, without compression.
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out = header
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            out.append(rest.isEmpty ? 1 : 0)
            out += littleEndian(UInt16(block.count)) + littleEndian(~UInt16(block.count)) + block
        } while !rest.isEmpty
        return out + littleEndian(checksum(of: bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// Returns `count` zero bytes in one block with its own codes (RFC 1951, 3.2.7).
    ///
    /// Only three symbols have a code: `0` is the longest match (258 bytes at distance 1), `10` a zero byte, `11` the end. A
    /// match with its distance takes two bits, both 0.
    package static func zeros(count: Int) -> [UInt8] {
        var bits = BitWriter(header)
        bits.append(1, 1)  // the last block
        bits.append(2, 2)  // with codes of its own
        bits.append(286 - 257, 5)  // codes for literals, the end and lengths up to 285, which is 258 bytes
        bits.append(0, 5)  // one distance: one byte back
        bits.append(18 - 4, 4)
        // The code lengths of the code-length alphabet, in the order 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1:
        // `0` is a long run of zeros (18), `10` is 1, `11` is 2.
        for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { bits.append(length, 3) }
        let (run, one, two) = ([0], [1, 0], [1, 1])
        func zeroLengths(_ count: Int) {
            bits.append(code: run)
            bits.append(count - 11, 7)
        }
        bits.append(code: two)  // literal 0
        zeroLengths(138)
        zeroLengths(117)
        bits.append(code: two)  // 256, the end
        zeroLengths(28)
        bits.append(code: one)  // 285
        bits.append(code: one)  // the distance
        // The first byte is a literal, because a match needs data to repeat; so is the rest after the last match.
        let (matches, rest) = max(count - 1, 0).quotientAndRemainder(dividingBy: 258)
        let literals = count > 0 ? 1 + rest : 0
        for _ in 0..<literals { bits.append(code: [1, 0]) }
        bits.appendZeros(2 * matches)
        bits.append(code: [1, 1])
        return bits.bytes + littleEndian(checksum(ofZeros: count)) + littleEndian(UInt32(truncatingIfNeeded: max(count, 0)))
    }

    /// Returns the CRC-32 of `bytes` (RFC 1952, section 8).
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        let table = (0..<256).map { afterZero(UInt32($0)) }
        return ~bytes.reduce(UInt32.max) { sum, byte in
            table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8)
        }
    }

    /// Returns the checksum of `count` zero bytes, in logarithmic time.
    ///
    /// A zero byte changes the checksum linearly; applying that map to itself gives it for 2, 4, 8 … bytes.
    static func checksum(ofZeros count: Int) -> UInt32 {
        var value = UInt32.max
        // The checksum after one set bit and a zero byte; `checksum(of:)` inverts the sum before and after.
        var step = (0..<32).map { bit in afterZero(UInt32(1) << bit) }
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

    private static func littleEndian(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

/// Writes bits in deflate order: each byte from its lowest bit up.
private struct BitWriter {
    private(set) var bytes: [UInt8]
    /// The used bits of the last byte; 8 if a new byte must start.
    private var used = 8

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func append(bit: Int) {
        if used == 8 {
            bytes.append(0)
            used = 0
        }
        bytes[bytes.count - 1] |= UInt8(bit) << used
        used += 1
    }

    /// Appends a number, lowest bit first.
    mutating func append(_ number: Int, _ count: Int) {
        for shift in 0..<count { append(bit: number >> shift & 1) }
    }

    /// Appends a code, first bit first.
    mutating func append(code: [Int]) { for bit in code { append(bit: bit) } }

    /// Appends zero bits.
    mutating func appendZeros(_ count: Int) {
        let filling = min(count, 8 - used)
        for _ in 0..<filling { append(bit: 0) }
        let (whole, rest) = (count - filling).quotientAndRemainder(dividingBy: 8)
        bytes += [UInt8](repeating: 0, count: whole)
        for _ in 0..<rest { append(bit: 0) }
    }
}
