import Foundation
import NoticeBoardBase

/// A search history as the lines of a file.
///
/// Each line holds the entries that became new or different, and those that are gone.
struct SearchHistoryLines: LineFileContent {
    private struct Line: Decodable {
        struct Key: Decodable {
            var keyword: String
            var target: String
        }
        var put: [SearchHistoryLog.StoredEntry]?
        var gone: [Key]?
    }

    static let version = 1
    private(set) var log: SearchHistoryLog
    /// Changes that were read and not made yet: the newest of each key, `nil` if it is gone.
    private var changes: [SearchHistoryEntry.Key: SearchHistoryEntry?] = [:]
    /// How many entries all lines have, replaced ones included, and how many bytes.
    private var (count, size) = (0, 0)

    init() { self.init(SearchHistoryLog()) }
    init(_ log: SearchHistoryLog) { self.log = log }

    var header: SearchHistoryLog.Header { log.header }

    /// Whether the file holds entries that are not listed any more.
    var holdsDeadEntries: Bool { count != log.stored.count }

    var liveSize: Int { 300 + log.stored.count * size / max(count, 1) }

    // MARK: - Reading

    mutating func read(_ header: SearchHistoryLog.Header) throws { log = SearchHistoryLog(header) }

    mutating func read(_ line: Data, at offset: Int) throws {
        size += line.count
        var reader = SearchHistoryLineReader(line)
        let line = try reader.entries().map { Line(put: $0) } ?? JSONDecoder().decode(Line.self, from: line)
        guard line.put != nil || line.gone != nil else { throw NoticeBoardError(.storeDamaged) }
        let entries = (line.put ?? []).map { SearchHistoryEntry($0) }
        if let refusal = entries.lazy.compactMap(\.id.refusal).first { throw refusal }
        for key in line.gone ?? [] {
            changes.updateValue(nil, forKey: SearchHistoryEntry.Key(key.keyword, target: SearchTarget(rawValue: key.target)))
        }
        for entry in entries {
            changes[entry.id] = entry
            log.lastSequence = max(log.lastSequence, entry.sequence)
        }
        count += entries.count
    }

    mutating func finishReading() {
        guard !changes.isEmpty else { return }
        let entries = changes.values.compactMap { $0 }
        if !log.stored.isEmpty { log.stored.removeAll { changes.keys.contains($0.id) } }
        changes = [:]
        if entries.count == 1, let entry = entries.first, entry.sequence <= .max / 2 {
            log.stored.insert(entry, at: log.stored.firstIndex { entry.isNewer(than: $0) } ?? log.stored.endIndex)
        } else {
            log.stored += entries
            log.repairOrder()
        }
    }

    // MARK: - Writing

    mutating func write(_ add: ([UInt8]) throws -> Int, old: (Range<Int>) throws -> [UInt8]) throws {
        (count, size) = (log.stored.count, 0)
        for entry in log.stored.reversed() {
            let line = Self.line([entry], gone: [])
            size += line.count
            _ = try add(line)
        }
    }

    /// The line of a change.
    ///
    /// Written by hand: an encoder takes 5 ms for a rewrite of 1,000 entries.
    static func line(_ entries: [SearchHistoryEntry], gone: [SearchHistoryEntry.Key]) -> [UInt8] {
        var line = JSONLine()
        line.bytes.reserveCapacity(128 * entries.count)
        line.add("{\"put\":[")
        for (number, entry) in entries.enumerated() {
            line.add(number > 0 ? ",{" : "{")
            line.add(entry.id)
            line.add(",\"at\":")
            line.add(number: entry.lastUsed.timeIntervalSinceReferenceDate)
            line.add(",\"count\":")
            line.add(number: entry.useCount)
            line.add(",\"place\":")
            line.add(number: entry.sequence)
            if entry.isPinned { line.add(",\"pinned\":true") }
            if entry.isImported { line.add(",\"imported\":true") }
            line.add("}")
        }
        line.add(gone.isEmpty ? "]}" : "],\"gone\":[")
        for (number, key) in gone.enumerated() {
            line.add(number > 0 ? ",{" : "{")
            line.add(key)
            line.add(number == gone.count - 1 ? "}]}" : "}")
        }
        return line.bytes
    }
}

/// A line of JSON that is being written.
private struct JSONLine {
    var bytes: [UInt8] = []

    mutating func add(_ text: StaticString) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func add(number: some Numeric & CustomStringConvertible) {
        unsafe number.description.withBytes { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func add(_ key: SearchHistoryEntry.Key) {
        add("\"keyword\":")
        add(quoted: key.keyword)
        add(",\"target\":")
        add(quoted: key.target.rawValue)
    }

    private mutating func add(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        if unsafe text.withBytes({ unsafe $0.contains(where: Self.isEscaped) }) {
            for byte in text.utf8 { add(escaped: byte) }
        } else {
            unsafe text.withBytes { unsafe bytes.append(contentsOf: $0) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func add(escaped byte: UInt8) {
        guard Self.isEscaped(byte) else { return bytes.append(byte) }
        if byte < 0x20 {
            bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
        } else {
            bytes += [UInt8(ascii: "\\"), byte]
        }
    }
}
