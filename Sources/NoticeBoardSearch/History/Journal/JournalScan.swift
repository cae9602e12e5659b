/// What can be read of a journal's bytes, and what cannot.
///
/// A record that cannot be read costs no other: reading goes on where its length says, or else at the next whole record.
/// Zeros at the end are room for what is to come.
struct JournalScan {
    let bytes: [UInt8]
    /// Where whole records stand that were not erased.
    private(set) var records: [Range<Int>] = []
    /// What cannot be read, with whole records after it.
    private(set) var damage: [Range<Int>] = []
    /// What cannot be read at the end: a write that was cut off, or damage.
    private(set) var tail: Range<Int>
    /// What records say is erased, whether it is overwritten already or not.
    private(set) var erased: [Range<Int>] = []
    /// Whether an erasing was broken off, so that something is left of what is erased.
    private(set) var isErasingUnfinished = false

    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        tail = bytes.count..<bytes.count
        unsafe bytes.withUnsafeBytes { unsafe scan($0, from: min(start, bytes.count)) }
        if !erased.isEmpty { leaveOutErased() }
    }

    /// Whether a record says that others are erased.
    private(set) var holdsErasing = false

    /// How many bytes cannot be read.
    var lostBytes: Int { tail.count + damage.reduce(0) { $0 + $1.count } }

    /// Calls `body` with each record that was not erased, in their order.
    func forEach(_ body: (JournalRecord, Range<Int>) -> Void) {
        unsafe bytes.withUnsafeBytes { buffer in
            for range in records { unsafe body(JournalRecord(UnsafeRawBufferPointer(rebasing: buffer[range])), range) }
        }
    }

    private mutating func scan(_ bytes: UnsafeRawBufferPointer, from start: Int) {
        var offset = start
        // No record is shorter than 30 bytes but those that say nothing or little.
        records.reserveCapacity((bytes.count - start) / 30 + 1)
        while offset < bytes.count {
            if let record = unsafe JournalRecord.whole(in: bytes, at: offset) {
                records.append(offset..<offset + record.count)
                if unsafe record[2] == JournalRecord.Kind.erasing { unsafe note(record, at: offset) }
                offset += record.count
                continue
            }
            // As nearly always: after the last record there is nothing, or room. Looking for a record in it would take long.
            if unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...]).isZero {
                tail = offset..<offset
                return
            }
            guard let next = unsafe Self.nextRecord(bytes, after: offset) else {
                let end = unsafe bytes[offset...].lastIndex { $0 != 0 }.map { $0 + 1 } ?? offset
                tail = offset..<end
                return
            }
            damage.append(offset..<next)
            offset = next
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

    private mutating func note(_ record: UnsafeRawBufferPointer, at offset: Int) {
        guard case .erasing(let ranges) = unsafe JournalRecord(record) else { return }
        holdsErasing = true
        erased += ranges.filter { $0.upperBound <= offset }
    }

    /// A loss of power amidst an erasing leaves any mixture of old and new in its place: neither counts, and it is no damage.
    private mutating func leaveOutErased() {
        erased = Self.joined(erased)
        func isErased(_ range: Range<Int>) -> Bool {
            var (low, high) = (0, erased.count)
            while low < high {
                let middle = (low + high) / 2
                if erased[middle].upperBound < range.upperBound { low = middle + 1 } else { high = middle }
            }
            return low < erased.count && erased[low].lowerBound <= range.lowerBound
        }
        let isLeft = damage.contains(where: isErased) || records.contains { bytes[$0.lowerBound + 2] != 0 && isErased($0) }
        guard isLeft else { return }
        isErasingUnfinished = true
        records.removeAll(where: isErased)
        damage.removeAll(where: isErased)
    }

    /// The ranges in their order, with those that touch made one.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}
