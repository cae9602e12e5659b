/// The checksum of the journal: CRC-32C (Castagnoli), eight bytes at a time.
struct CRC32C {
    private var state: UInt32 = 0xFFFF_FFFF

    /// The checksum of what was added.
    var value: UInt32 { ~state }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var crc = state
        unsafe Self.tables.withUnsafeBufferPointer { tables in
            var index = 0
            while index + 8 <= bytes.count {
                let low = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self).littleEndian ^ crc
                let high = unsafe bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self).littleEndian
                var next: UInt32 = unsafe tables[Int(high >> 24)]
                next ^= unsafe tables[0x100 + Int(high >> 16 & 0xFF)]
                next ^= unsafe tables[0x200 + Int(high >> 8 & 0xFF)]
                next ^= unsafe tables[0x300 + Int(high & 0xFF)]
                next ^= unsafe tables[0x400 + Int(low >> 24)]
                next ^= unsafe tables[0x500 + Int(low >> 16 & 0xFF)]
                next ^= unsafe tables[0x600 + Int(low >> 8 & 0xFF)]
                next ^= unsafe tables[0x700 + Int(low & 0xFF)]
                crc = next
                index += 8
            }
            while index < bytes.count {
                let byte: UInt32 = unsafe UInt32(bytes[index])
                crc = unsafe (crc >> 8) ^ tables[Int((crc ^ byte) & 0xFF)]
                index += 1
            }
        }
        state = crc
    }

    /// Table n tells what a byte does to the checksum of n bytes after it.
    private static let tables: [UInt32] = {
        var tables = (0..<256).map { byte -> UInt32 in
            (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()
}
