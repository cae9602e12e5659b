/// The CRC-32 checksum of PNG chunks and gzip (RFC 1952, section 8).
package enum CRC32 {
    /// The effect of each value of a byte.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
    }

    /// Returns the checksum of `bytes`.
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        let direct = bytes.withContiguousStorageIfAvailable { unsafe of(UnsafeRawBufferPointer($0)) }
        return direct ?? of(Array(bytes))
    }

    /// Returns the checksum of the bytes in a buffer.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        unsafe table.withUnsafeBufferPointer { table in
            var sum = UInt32.max
            unsafe bytes.forEach { sum = unsafe table[Int(UInt8(truncatingIfNeeded: sum) ^ $0)] ^ (sum >> 8) }
            return ~sum
        }
    }
}
