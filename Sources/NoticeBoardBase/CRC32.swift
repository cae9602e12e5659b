/// The CRC-32 checksum of PNG chunks and gzip (RFC 1952, section 8).
package enum CRC32 {
    /// The number of bytes read at a step, each with a table of its own.
    private static let stride = 8

    /// The effect of each value of a byte, first of the last byte read, then of the one before it, and so on.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = (0..<256).map { byte in
            (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
        }
        // One byte further from the end is one more byte of zeros behind it.
        for index in 0..<(stride - 1) * 256 { tables.append(tables[Int(tables[index] & 0xFF)] ^ (tables[index] >> 8)) }
        return tables
    }()

    /// Returns the checksum of `bytes`.
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        let direct = bytes.withContiguousStorageIfAvailable { unsafe of(UnsafeRawBufferPointer($0)) }
        return direct ?? of(Array(bytes))
    }

    /// Returns the checksum of the bytes in a buffer.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        unsafe tables.withUnsafeBufferPointer { tables in
            var sum = UInt32.max
            var index = 0
            // Byte by byte takes five times as long: each lookup waits for the one before it.
            while index + stride <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                sum = unsafe step(over: UInt64(littleEndian: word) ^ UInt64(sum), tables)
                index += stride
            }
            while index < bytes.count {
                let byte = unsafe UInt8(truncatingIfNeeded: sum) ^ bytes[index]
                sum = unsafe tables[Int(byte)] ^ (sum >> 8)
                index += 1
            }
            return ~sum
        }
    }

    /// Returns the sum after eight bytes, of which the lowest in `word` comes first.
    @inline(__always) private static func step(over word: UInt64, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
        var sum: UInt32 = 0
        for place in 0..<stride {
            let byte = UInt8(truncatingIfNeeded: word >> UInt64(8 * place))
            sum ^= unsafe tables[256 * (stride - 1 - place) + Int(byte)]
        }
        return sum
    }
}
