extension [UInt8] {
    /// Appends a number, its lowest byte first.
    mutating func append(littleEndian number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Writes a number over the bytes at `offset`, which lie inside, its lowest byte first.
    func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= count)
        unsafe storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
    }
}

extension UnsafeRawBufferPointer {
    /// The number at `offset`, which lies inside, its lowest byte first.
    func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
        precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= count)
        return Number(littleEndian: unsafe loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// Whether every byte is zero.
    var isZero: Bool {
        var index = 0
        while index + 8 <= count {
            if unsafe number(at: index, as: UInt64.self) != 0 { return false }
            index += 8
        }
        return unsafe self[index...].allSatisfy { $0 == 0 }
    }

    /// The bytes of a range, which lies inside, as text.
    func text(_ range: Range<Int>) -> String { unsafe String(decoding: self[range], as: UTF8.self) }
}

/// The checksum of the journal: CRC-32C (Castagnoli), eight bytes at a time.
struct CRC32C {
    private var state: UInt32 = 0xFFFF_FFFF

    /// The checksum of what was added.
    var value: UInt32 { ~state }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        unsafe Self.tables.withUnsafeBufferPointer { tables in
            state = unsafe Self.add(bytes, from: 0, to: state, tables)
        }
    }

    /// The checksum of four bytes, as a number, and of what follows them: a record's, whose own stands between.
    static func value(of first: UInt32, _ rest: UnsafeRawBufferPointer) -> UInt32 {
        unsafe tables.withUnsafeBufferPointer { tables in
            guard rest.count >= 4 else {
                var crc = CRC32C()
                unsafe withUnsafeBytes(of: first.littleEndian) { crc.state = unsafe add($0, from: 0, to: crc.state, tables) }
                return unsafe ~add(rest, from: 0, to: crc.state, tables)
            }
            let state = unsafe next(first ^ 0xFFFF_FFFF, rest.number(at: 0, as: UInt32.self), tables)
            return unsafe ~add(rest, from: 4, to: state, tables)
        }
    }

    private static func add(
        _ bytes: UnsafeRawBufferPointer, from start: Int, to state: UInt32, _ tables: UnsafeBufferPointer<UInt32>
    ) -> UInt32 {
        var (crc, index) = (state, start)
        while index + 8 <= bytes.count {
            let low = unsafe bytes.number(at: index, as: UInt32.self)
            crc = unsafe next(low ^ crc, bytes.number(at: index + 4, as: UInt32.self), tables)
            index += 8
        }
        while index < bytes.count {
            let byte: UInt32 = unsafe UInt32(bytes[index])
            crc = unsafe (crc >> 8) ^ tables[Int((crc ^ byte) & 0xFF)]
            index += 1
        }
        return crc
    }

    /// The checksum after eight bytes, of which the first four are joined with the checksum before.
    private static func next(_ low: UInt32, _ high: UInt32, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
        var next: UInt32 = unsafe tables[Int(high >> 24)]
        next ^= unsafe tables[0x100 + Int(high >> 16 & 0xFF)]
        next ^= unsafe tables[0x200 + Int(high >> 8 & 0xFF)]
        next ^= unsafe tables[0x300 + Int(high & 0xFF)]
        next ^= unsafe tables[0x400 + Int(low >> 24)]
        next ^= unsafe tables[0x500 + Int(low >> 16 & 0xFF)]
        next ^= unsafe tables[0x600 + Int(low >> 8 & 0xFF)]
        next ^= unsafe tables[0x700 + Int(low & 0xFF)]
        return next
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
