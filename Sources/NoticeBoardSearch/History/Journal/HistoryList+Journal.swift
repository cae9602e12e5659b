extension HistoryList {
    /// The list that a whole journal leaves, and its records of unknown kinds.
    static func read(_ scan: JournalScan) -> (list: HistoryList, unknown: [[UInt8]]) {
        var (list, unknown) = (HistoryList(JournalEntries(scan)), [[UInt8]]())
        for range in scan.records where scan.bytes[range.lowerBound + 2] >= JournalRecord.Kind.imported {
            switch unsafe scan.bytes[range].withUnsafeBytes({ unsafe JournalRecord($0) }) {
            case .imported(let source): list.note(source: source)
            case .unknown(let record): unknown.append(record)
            default: break
            }
        }
        return (list, unknown)
    }

    /// Does again what records at a journal's end say, and gives those of unknown kinds.
    mutating func replay(_ scan: JournalScan) -> [[UInt8]] {
        var unknown: [[UInt8]] = []
        scan.forEach { record, _ in
            switch record {
            case .put(let entry, let replaced):
                if let replaced { remove(sequence: replaced) }
                putUnordered(entry)
            case .delete(let sequences):
                for sequence in sequences { remove(sequence: sequence) }
            case .imported(let source):
                note(source: source)
            case .unknown(let record):
                unknown.append(record)
            case .erasing, .erased:
                break
            }
        }
        order()
        return unknown
    }

    /// How many bytes a journal of this list alone has.
    var liveBytes: Int {
        let sourceBytes = sources.reduce(0) { $0 + JournalRecord.headSize + $1.utf8.count }
        return JournalHeader.size + sourceBytes + JournalRecord.size(ofEntries: count, textBytes: textBytes)
    }

    /// A journal of this list alone, without the entries of these keys.
    func image(
        _ header: JournalHeader, keeping others: [[UInt8]], without erased: Set<SearchHistoryEntry.Key> = []
    ) -> [UInt8] {
        var bytes = header.bytes
        bytes.reserveCapacity(liveBytes + others.reduce(0) { $0 + $1.count })
        for source in sources.sorted() { JournalRecord.imported(source).write(to: &bytes) }
        for record in others { bytes += record }
        for entry in oldestFirst where erased.isEmpty || !erased.contains(entry.id) {
            JournalRecord.put(entry, replacing: nil).write(to: &bytes)
        }
        return bytes
    }
}

extension HistoryStep {
    /// The records that say what the step does, where it erases nothing.
    var journal: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(puts.reduce(16 + 8 * gone.count) { $0 + $1.textBytes + JournalRecord.putSize })
        // An entry that gave way is named by the one that took its place, which costs eight bytes instead of a record.
        var replaced = gone.map(\.sequence)[...]
        for entry in puts { JournalRecord.put(entry, replacing: replaced.popFirst()).write(to: &bytes) }
        while !replaced.isEmpty {
            JournalRecord.delete(Array(replaced.prefix(8_000))).write(to: &bytes)
            replaced = replaced.dropFirst(8_000)
        }
        if let source { JournalRecord.imported(source).write(to: &bytes) }
        return bytes
    }
}
