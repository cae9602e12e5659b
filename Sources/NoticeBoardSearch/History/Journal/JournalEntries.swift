import Foundation
import NoticeBoardBase

/// The entries that a journal leaves, found without making text of them: few are ever looked at one by one.
struct JournalEntries {
    private var journal: [UInt8] = []
    /// Where each entry's record stands, in the journal's order; an entry's number is its index.
    private var records: [Range<Int>] = []
    /// By a key's hash the number of its entry and one more; 0 where no key is, less than that where its entry is gone.
    private var table: [Int32] = []
    private var seed: UInt64 = 0
    /// The highest sequence in the journal, of what is left and of what is not.
    private(set) var lastSequence: UInt64 = 0

    init() {}

    init(_ scan: JournalScan) {
        journal = scan.bytes
        // Nobody who chooses keywords can choose them to meet in one place.
        seed = .random(in: .min ... .max)
        var size = 16
        while size < 2 * scan.records.count { size *= 2 }
        table = [Int32](repeating: 0, count: size)
        var isLeft: [Bool] = []
        records.reserveCapacity(scan.records.count)
        isLeft.reserveCapacity(scan.records.count)
        var gone: Set<UInt64> = []
        unsafe journal.withUnsafeBytes { bytes in
            // From the end to the beginning: of a key what is met first counts, and what takes an entry away comes before it.
            for range in scan.records.reversed() {
                let record = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
                if let text = unsafe JournalRecord.text(ofPut: record) {
                    let sequence = unsafe record.number(at: 16, as: UInt64.self)
                    lastSequence = max(lastSequence, sequence)
                    let place = unsafe place(of: text, record[28], bytes)
                    if table[place] == 0 {
                        records.append(range)
                        isLeft.append(!gone.contains(sequence))
                        table[place] = Int32(truncatingIfNeeded: records.count)
                    }
                }
                unsafe JournalRecord.forEachReplaced(in: record) { gone.insert($0) }
            }
        }
        keep(isLeft)
    }

    /// Leaves out what is gone, and numbers the rest in the journal's order.
    private mutating func keep(_ isLeft: [Bool]) {
        var numbers = [Int32](repeating: -1, count: records.count)
        var kept: [Range<Int>] = []
        kept.reserveCapacity(records.count)
        for index in records.indices.reversed() where isLeft[index] {
            kept.append(records[index])
            numbers[index] = Int32(truncatingIfNeeded: kept.count)
        }
        for place in table.indices where table[place] > 0 { table[place] = numbers[Int(table[place]) - 1] }
        records = kept
    }
}

extension JournalEntries {
    var count: Int { records.count }

    /// The number of the entry of a key.
    func number(of key: SearchHistoryEntry.Key) -> Int? {
        guard !records.isEmpty, let length = UInt8(exactly: key.target.rawValue.utf8.count) else { return nil }
        let text = Array(key.target.rawValue.utf8) + Array(key.keyword.utf8)
        let number = unsafe journal.withUnsafeBytes { bytes in
            unsafe text.withUnsafeBytes { unsafe table[place(of: $0, length, bytes)] }
        }
        return number > 0 ? Int(number) - 1 : nil
    }

    subscript(number: Int) -> SearchHistoryEntry? {
        unsafe journal.withUnsafeBytes { bytes in
            guard case .put(let entry, _) = unsafe JournalRecord(UnsafeRawBufferPointer(rebasing: bytes[records[number]])) else {
                return nil
            }
            return entry
        }
    }

    /// Calls `body` with the number, the date, the sequence and the length of the text of each.
    func forEach(_ body: (Int, Double, UInt64, Int) -> Void) {
        unsafe journal.withUnsafeBytes { bytes in
            for (number, range) in records.enumerated() {
                let record = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
                let date = unsafe Double(bitPattern: record.number(at: 8, as: UInt64.self))
                let length = unsafe JournalRecord.text(ofPut: record)?.count ?? 0
                unsafe body(number, date, record.number(at: 16, as: UInt64.self), length)
            }
        }
    }

    /// Where in the table the key of this text is, or would be.
    private func place(of text: UnsafeRawBufferPointer, _ targetLength: UInt8, _ bytes: UnsafeRawBufferPointer) -> Int {
        var place = Int(truncatingIfNeeded: unsafe hash(text, targetLength)) & (table.count - 1)
        while table[place] != 0 {
            if table[place] > 0 {
                let record = unsafe UnsafeRawBufferPointer(rebasing: bytes[records[Int(table[place]) - 1]])
                let other = unsafe JournalRecord.text(ofPut: record)
                if unsafe record[28] == targetLength, let other = unsafe other, unsafe text.hasSameBytes(as: other) { break }
            }
            place = (place + 1) & (table.count - 1)
        }
        return place
    }

    private func hash(_ text: UnsafeRawBufferPointer, _ targetLength: UInt8) -> UInt64 {
        var hash = seed ^ UInt64(targetLength)
        var index = 0
        while index < text.count {
            var word: UInt64 = 0
            if index + 8 <= text.count {
                word = unsafe text.number(at: index, as: UInt64.self)
            } else {
                for offset in index..<text.count { word = unsafe word << 8 | UInt64(text[offset]) }
            }
            // Both halves of the product: either alone leaves the word's last bytes without a say in the place.
            let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash = product.high ^ product.low
            index += 8
        }
        return hash
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count, let start = baseAddress, let otherStart = other.baseAddress else { return false }
        return unsafe memcmp(start, otherStart, count) == 0
    }
}
