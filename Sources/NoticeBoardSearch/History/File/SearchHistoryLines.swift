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
    /// How many entries all lines have, replaced ones included.
    private var count: Int

    init() { self.init(SearchHistoryLog()) }
    init(_ log: SearchHistoryLog) { (self.log, count) = (log, log.stored.count) }

    var header: SearchHistoryLog.Header { log.header }

    /// Whether the file holds entries that are not listed any more.
    var holdsDeadEntries: Bool { count != log.stored.count }

    var liveSize: Int {
        log.stored.reduce(300) { $0 + $1.keyword.utf8.count + $1.target.rawValue.utf8.count + 90 }
    }

    // MARK: - Reading

    mutating func read(_ header: SearchHistoryLog.Header) throws { log = SearchHistoryLog(header) }

    mutating func read(_ line: Data, at offset: Int) throws {
        let line = try JSONDecoder().decode(Line.self, from: line)
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
        if changes.count < 8 {
            // Comparing with a few keys costs less than hashing each entry's.
            let keys = Array(changes.keys)
            log.stored.removeAll { keys.contains($0.id) }
        } else {
            log.stored.removeAll { changes.keys.contains($0.id) }
        }
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
        for entry in log.stored.reversed() { _ = try add(Self.line([entry], gone: [])) }
        count = log.stored.count
    }

    /// The line of a change.
    ///
    /// Written by hand: an encoder takes 5 ms for a rewrite of 1,000 entries.
    static func line(_ entries: [SearchHistoryEntry], gone: [SearchHistoryEntry.Key]) -> [UInt8] {
        var bytes = Array("{\"put\":[".utf8)
        for (number, entry) in entries.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            add(entry.id, to: &bytes)
            let (at, count) = (entry.lastUsed.timeIntervalSinceReferenceDate, entry.useCount)
            bytes += ",\"at\":\(at),\"count\":\(count),\"place\":\(entry.sequence)".utf8
            if entry.isPinned { bytes += ",\"pinned\":true".utf8 }
            if entry.isImported { bytes += ",\"imported\":true".utf8 }
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "]"))
        if !gone.isEmpty {
            bytes += ",\"gone\":[".utf8
            for (number, key) in gone.enumerated() {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                add(key, to: &bytes)
                bytes.append(UInt8(ascii: "}"))
            }
            bytes.append(UInt8(ascii: "]"))
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Adds an object of a key without its last brace.
    private static func add(_ key: SearchHistoryEntry.Key, to bytes: inout [UInt8]) {
        bytes += "{\"keyword\":".utf8
        add(key.keyword, to: &bytes)
        bytes += ",\"target\":".utf8
        add(key.target.rawValue, to: &bytes)
    }

    private static func add(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
