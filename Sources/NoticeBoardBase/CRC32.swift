/// The CRC-32 checksum of PNG chunks and gzip (RFC 1952, section 8).
package enum CRC32 {
    /// Eight lookup tables, to process eight bytes per step: the effect of a byte that 0 to 7 zero bytes follow.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for byte in UInt32(0)..<256 {
            var value = byte
            for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
            tables.append(value)
        }
        for index in 0..<1_792 {
            let former = tables[index]
            tables.append(tables[Int(former & 0xFF)] ^ (former >> 8))
        }
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
            var (sum, index) = (UInt32.max, 0)
            while index &+ 8 <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian ^ UInt64(sum)
                sum = 0
                for place in 0..<8 {
                    let byte = Int(word &>> UInt64(8 &* place) & 0xFF)
                    sum ^= unsafe tables[(7 &- place) &* 256 &+ byte]
                }
                index &+= 8
            }
            while index < bytes.count {
                sum = unsafe tables[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[index])] ^ (sum >> 8)
                index &+= 1
            }
            return ~sum
        }
    }
}
