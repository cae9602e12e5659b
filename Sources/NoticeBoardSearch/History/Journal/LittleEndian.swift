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
