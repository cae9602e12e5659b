/// What can be read of a journal's bytes, and what cannot.
///
/// A record that cannot be read costs no other: reading goes on where its length says, or else at the next whole record.
struct JournalScan {
    let bytes: [UInt8]
    /// Where whole records stand.
    private(set) var records: [Range<Int>] = []
    /// What cannot be read, with whole records after it.
    private(set) var damage: [Range<Int>] = []
    /// Where the last whole record ends.
    ///
    /// What follows is a write that was cut off, or damage, or zeros: files of version 1.0 were lengthened by them, and a loss
    /// of power leaves them.
    private(set) var end: Int
    /// What records of version 1.0 say is erased, whether it is overwritten already or not.
    private var erased: [Range<Int>] = []
    /// Whether a record says that others are erased, which may stand before what was scanned.
    private(set) var holdsErasing = false

    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        end = min(start, bytes.count)
        unsafe bytes.withUnsafeBytes { unsafe scan($0) }
        leaveOutErased()
    }

    /// Whether there is nothing but zeros after the last record.
    var isBlankAtEnd: Bool { unsafe bytes.withUnsafeBytes { unsafe UnsafeRawBufferPointer(rebasing: $0[end...]).isZero } }

    /// How many bytes cannot be read; zeros at the end say nothing.
    var lostBytes: Int {
        damage.reduce(isBlankAtEnd ? 0 : bytes.count - end) { $0 + $1.count }
    }

    /// The record that stands there.
    func record(at range: Range<Int>) -> JournalRecord {
        unsafe bytes.withUnsafeBytes { unsafe JournalRecord(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    private mutating func scan(_ bytes: UnsafeRawBufferPointer) {
        // No record is shorter than 30 bytes but those that say nothing or little.
        records.reserveCapacity((bytes.count - end) / 30 + 1)
        while end < bytes.count {
            var start = end
            if unsafe JournalRecord.whole(in: bytes, at: start) == nil {
                // After the last record there may be zeros. Looking for a record in them would take long.
                if unsafe UnsafeRawBufferPointer(rebasing: bytes[start...]).isZero { return }
                guard let next = unsafe Self.nextRecord(bytes, after: start) else { return }
                damage.append(start..<next)
                start = next
            }
            let length = unsafe JournalRecord.length(in: bytes, at: start) ?? bytes.count
            end = start + length
            records.append(start..<end)
            if unsafe bytes[start + 2] == JournalRecord.Kind.erasing { note(start..<end) }
        }
    }

    private static func nextRecord(_ bytes: UnsafeRawBufferPointer, after offset: Int) -> Int? {
        if let length = unsafe JournalRecord.length(in: bytes, at: offset),
            unsafe JournalRecord.whole(in: bytes, at: offset + length) != nil
        {
            return offset + length
        }
        var next = offset + 1
        while next + JournalRecord.headSize <= bytes.count {
            if unsafe JournalRecord.whole(in: bytes, at: next, searching: true) != nil { return next }
            next += 1
        }
        return nil
    }

    private mutating func note(_ range: Range<Int>) {
        guard case .erasing(let places) = record(at: range) else { return }
        holdsErasing = true
        erased += places.filter { $0.upperBound <= range.lowerBound }
    }

    /// A loss of power amidst an erasing left any mixture of old and new in its place: neither counts, and it is no damage.
    private mutating func leaveOutErased() {
        guard !erased.isEmpty else { return }
        func isErased(_ range: Range<Int>) -> Bool { erased.contains { $0.overlaps(range) } }
        records.removeAll(where: isErased)
        damage.removeAll(where: isErased)
    }
}
