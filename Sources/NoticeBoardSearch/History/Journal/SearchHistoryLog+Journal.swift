import Foundation

extension SearchHistoryLog {
    /// The history that a whole journal leaves; `isOfDates` is so for version 1.0, in which dates made the order.
    init(_ scan: JournalScan, isOfDates: Bool) {
        self.init()
        var keys = Set<SearchHistoryEntry.Key>(minimumCapacity: scan.records.count)
        var gone: Set<UInt64> = []
        var hasRules = false
        stored.reserveCapacity(scan.records.count)
        // From the end to the beginning: of a key what is met first counts, and what takes an entry away comes before it.
        for range in scan.records.reversed() {
            switch scan.record(at: range) {
            case .put(let entry, let replaced):
                lastSequence = max(lastSequence, entry.sequence)
                if keys.insert(entry.id).inserted, !gone.contains(entry.sequence) { stored.append(entry) }
                if let replaced { gone.insert(replaced) }
            case .delete(let sequences): gone.formUnion(sequences)
            case .imported(let source): sources.insert(source)
            case .rules(let rules, let last):
                if !hasRules { self.rules = rules }
                hasRules = true
                lastSequence = max(lastSequence, last)
            case .erasing, .erased, .unknown: break
            }
        }
        if isOfDates { renumber { ($1.lastUsed, $1.sequence) < ($0.lastUsed, $0.sequence) } } else { repairOrder() }
    }

    /// Does again what records at a journal's end say.
    mutating func replay(_ scan: JournalScan) {
        for range in scan.records {
            switch scan.record(at: range) {
            case .put(let entry, let replaced):
                stored.removeAll { $0.sequence == replaced || $0.id == entry.id }
                stored.insert(entry, at: stored.firstIndex { entry.isNewer(than: $0) } ?? stored.endIndex)
                lastSequence = max(lastSequence, entry.sequence)
            case .delete(let sequences):
                let gone = Set(sequences)
                stored.removeAll { gone.contains($0.sequence) }
            case .imported(let source): sources.insert(source)
            case .rules(let rules, let last):
                self.rules = rules
                lastSequence = max(lastSequence, last)
            case .erasing, .erased, .unknown: break
            }
        }
    }

    /// How many bytes a journal of this history alone has.
    var imageSize: Int {
        let texts = stored.reduce(0) { $0 + $1.target.rawValue.utf8.count + $1.keyword.utf8.count }
        let sourceBytes = sources.reduce(0) { $0 + JournalRecord.headSize + $1.utf8.count }
        return JournalHeader.size + JournalRecord.rulesSize + sourceBytes + stored.count * JournalRecord.putSize + texts
    }

    /// A journal of this history alone, and of records that we do not know.
    func image(_ header: JournalHeader = JournalHeader(), keeping others: [[UInt8]] = []) -> [UInt8] {
        var bytes = header.bytes
        bytes.reserveCapacity(imageSize + others.reduce(0) { $0 + $1.count })
        JournalRecord.rules(rules, lastSequence: lastSequence).write(to: &bytes)
        for source in sources.sorted() { JournalRecord.imported(source).write(to: &bytes) }
        for record in others { bytes += record }
        for entry in stored.reversed() { JournalRecord.put(entry, replacing: nil).write(to: &bytes) }
        return bytes
    }

    /// The records that say what `effect` brought about, where it erases nothing.
    func records(_ effect: SearchHistoryEffect) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 * effect.puts.count)
        // An entry that gave way is named by the one that took its place, which costs eight bytes instead of a record. Not one
        // that came back within the same change.
        let there = Set(effect.gone.isEmpty ? [] : effect.puts.map(\.sequence))
        var replaced = effect.gone.filter { !there.contains($0) }[...]
        for entry in effect.puts { JournalRecord.put(entry, replacing: replaced.popFirst()).write(to: &bytes) }
        while !replaced.isEmpty {
            JournalRecord.delete(Array(replaced.prefix(8_000))).write(to: &bytes)
            replaced = replaced.dropFirst(8_000)
        }
        if let source = effect.source { JournalRecord.imported(source).write(to: &bytes) }
        if effect.changesRules { JournalRecord.rules(rules, lastSequence: lastSequence).write(to: &bytes) }
        return bytes
    }
}

/// The first 16 bytes of a journal; all records can be read without it.
struct JournalHeader: Equatable {
    static let size = 16
    /// A file of a higher major version is not ours to read.
    static let major: UInt16 = 1
    private static let magic = Array("NBsh".utf8)

    /// What this library writes: below it entries are ordered by their dates, and no rules are kept.
    static let minor: UInt16 = 1

    var major = JournalHeader.major
    /// A higher minor version may hold records that we do not know, and keeps its number when we write.
    var minor = JournalHeader.minor

    var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.append(littleEndian: major)
        bytes.append(littleEndian: minor)
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: Self.checksum(bytes))
        return bytes
    }

    init(minor: UInt16 = JournalHeader.minor) { self.minor = minor }

    /// The header at the beginning of a file, or nil when it is damaged or not there.
    init?(_ file: [UInt8]) {
        guard file.count >= Self.size, file.starts(with: Self.magic) else { return nil }
        let (fields, checksum) = unsafe file.withUnsafeBytes { bytes in
            unsafe (
                (bytes.number(at: 4, as: UInt16.self), bytes.number(at: 6, as: UInt16.self)),
                bytes.number(at: 12, as: UInt32.self)
            )
        }
        guard Self.checksum(Array(file.prefix(12))) == checksum else { return nil }
        (major, minor) = fields
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc = CRC32C()
        unsafe bytes.withUnsafeBytes { unsafe crc.add($0) }
        return crc.value
    }
}
