import Foundation
import NoticeBoardBase

/// The places in a journal that hold an entry which is not wanted any more, or not as it says there.
struct ErasablePlaces {
    /// The places in their order; those that touch are one.
    private(set) var ranges: [Range<Int>] = []

    /// The places of everything but what `list` holds without `erased`; nil when not all of that is found in the journal.
    ///
    /// Reads heads alone and no checksums: the journal was read before. That what remains stands where it is expected, and is
    /// not among the places, is made sure of.
    init?(_ journal: [UInt8], of list: HistoryList, without erased: [SearchHistoryEntry]) {
        guard let puts = Self.puts(journal) else { return nil }
        // The last of a sequence counts: pinning writes an entry again and keeps its sequence.
        var last = [UInt64: Int](minimumCapacity: puts.count)
        for (index, put) in puts.enumerated() { last[put.sequence] = index }
        for entry in erased { last[entry.sequence] = nil }
        var isWanted = [Bool](repeating: false, count: puts.count)
        var missing = list.count - erased.count
        for entry in list.oldestFirst {
            guard let index = last[entry.sequence], !isWanted[index], entry.stands(at: puts[index].range, in: journal) else {
                continue
            }
            isWanted[index] = true
            missing -= 1
        }
        guard missing == 0 else { return nil }
        for (index, put) in puts.enumerated() where !isWanted[index] {
            if let range = ranges.last, range.upperBound == put.range.lowerBound {
                ranges[ranges.count - 1] = range.lowerBound..<put.range.upperBound
            } else {
                ranges.append(put.range)
            }
        }
    }

    /// Where entries stand and with what sequence, or nil where that cannot be told.
    private static func puts(_ journal: [UInt8]) -> [(range: Range<Int>, sequence: UInt64)]? {
        unsafe journal.withUnsafeBytes { bytes in
            var puts: [(range: Range<Int>, sequence: UInt64)] = []
            puts.reserveCapacity(bytes.count / 30)
            var offset = JournalHeader.size
            while offset < bytes.count {
                guard let length = unsafe JournalRecord.length(in: bytes, at: offset), offset + length <= bytes.count else {
                    return nil
                }
                if unsafe bytes[offset + 2] == JournalRecord.Kind.put {
                    guard length > JournalRecord.putSize else { return nil }
                    puts.append((offset..<offset + length, unsafe bytes.number(at: offset + 16, as: UInt64.self)))
                }
                offset += length
            }
            return puts
        }
    }
}

extension SearchHistoryEntry {
    fileprivate func stands(at range: Range<Int>, in journal: [UInt8]) -> Bool {
        unsafe journal.withUnsafeBytes { bytes in
            let bits = unsafe bytes.number(at: range.lowerBound + 8, as: UInt64.self)
            guard bits == lastUsed.timeIntervalSinceReferenceDate.bitPattern else { return false }
            return unsafe keyword.withBytes { keyword in
                guard keyword.count < range.count, let wanted = keyword.baseAddress else { return false }
                let found = unsafe bytes.baseAddress?.advanced(by: range.upperBound - keyword.count)
                return unsafe found.map { unsafe memcmp($0, wanted, keyword.count) == 0 } ?? false
            }
        }
    }
}
