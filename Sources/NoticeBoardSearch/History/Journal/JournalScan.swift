/// What can be read of a journal's bytes, and what cannot.
///
/// A record that cannot be read costs no other: reading goes on where its length says, or else at the next whole record.
struct JournalScan {
    struct Found {
        let range: Range<Int>
        let record: JournalRecord
    }

    private(set) var records: [Found] = []
    /// What cannot be read, with whole records after it.
    private(set) var damage: [Range<Int>] = []
    /// What cannot be read at the end: a write that was cut off, or damage.
    private(set) var tail: Range<Int>

    init(_ bytes: [UInt8], from start: Int) {
        tail = bytes.count..<bytes.count
        unsafe bytes.withUnsafeBytes { unsafe scan($0, from: min(start, bytes.count)) }
    }

    /// How many bytes cannot be read.
    var lostBytes: Int { tail.count + damage.reduce(0) { $0 + $1.count } }

    private mutating func scan(_ bytes: UnsafeRawBufferPointer, from start: Int) {
        var offset = start
        while offset < bytes.count {
            if let (record, length) = unsafe JournalRecord.read(bytes, at: offset) {
                records.append(Found(range: offset..<offset + length, record: record))
                offset += length
                continue
            }
            guard let next = unsafe Self.nextRecord(bytes, after: offset) else {
                tail = offset..<bytes.count
                return
            }
            damage.append(offset..<next)
            offset = next
        }
    }

    private static func nextRecord(_ bytes: UnsafeRawBufferPointer, after offset: Int) -> Int? {
        if let length = unsafe JournalRecord.length(in: bytes, at: offset),
            unsafe JournalRecord.read(bytes, at: offset + length) != nil
        {
            return offset + length
        }
        var next = offset + 1
        while next + JournalRecord.headSize <= bytes.count {
            if unsafe JournalRecord.read(bytes, at: next, searching: true) != nil { return next }
            next += 1
        }
        return nil
    }
}
