import Foundation
import NoticeBoardBase

/// A search history as the lines of a file.
///
/// Each line holds the entries that became new or different, and those that are gone.
struct SearchHistoryLines: LineFileContent {
    private struct Line: Codable {
        struct Key: Codable {
            var keyword: String
            var target: String
        }
        var put: [SearchHistoryValue.StoredEntry]?
        var gone: [Key]?
    }

    static let version = 1
    private(set) var log: SearchHistoryValue
    /// Changes that were read and not made yet: the newest of each key, `nil` if it is gone.
    private var changes: [SearchHistoryEntry.Key: SearchHistoryEntry?] = [:]
    /// How many entries all lines have, replaced ones included.
    private var count = 0
    /// How many bytes all lines have.
    private var size = 0

    init() { self.init(SearchHistoryValue()) }
    init(_ log: SearchHistoryValue) { self.log = log }

    var header: SearchHistoryValue.Rules { log.rules }

    /// Whether the file holds entries that are not listed any more.
    var holdsDeadEntries: Bool { count != log.stored.count }

    var liveSize: Int {
        // The product can exceed 32 bits.
        let entries = Int64(log.stored.count) * Int64(size) / Int64(max(count, 1))
        return 300 + Int(entries)
    }

    // MARK: - Reading

    mutating func read(_ header: SearchHistoryValue.Rules) throws { log = SearchHistoryValue(header) }

    mutating func read(_ line: Data, at offset: Int) throws {
        size += line.count
        let line = try JSONDecoder().decode(Line.self, from: line)
        guard line.put != nil || line.gone != nil else { throw NoticeBoardError(.storeDamaged) }
        let entries = (line.put ?? []).map { SearchHistoryEntry($0) }
        if let refusal = entries.lazy.compactMap(\.id.refusal).first { throw refusal }
        for key in line.gone ?? [] {
            changes.updateValue(nil, forKey: SearchHistoryEntry.Key(key.keyword, target: SearchTarget(rawValue: key.target)))
        }
        for entry in entries {
            changes[entry.id] = entry
            log.rules.lastPlace = max(log.rules.lastPlace, entry.sequence)
        }
        count += entries.count
    }

    mutating func finishReading() {
        guard !changes.isEmpty else { return }
        let entries = changes.values.compactMap { $0 }
        if !log.stored.isEmpty { log.stored.removeAll { changes.keys.contains($0.id) } }
        changes = [:]
        // The number of a replaced line may be invalid, too.
        if entries.count == 1, let entry = entries.first, log.rules.lastPlace <= .max / 2 {
            log.stored.insert(entry, at: log.stored.firstIndex { entry.isNewer(than: $0) } ?? log.stored.endIndex)
        } else {
            log.stored += entries
            log.repairOrder()
        }
    }

    // MARK: - Writing

    mutating func write(_ add: ([UInt8]) throws -> Int, old: (Range<Int>) throws -> [UInt8]) throws {
        count = log.stored.count
        size = 0
        for entry in log.stored.reversed() {
            let line = try Self.line([entry], gone: [])
            size += line.count
            _ = try add(line)
        }
    }

    /// Returns the line of a change.
    static func line(_ entries: [SearchHistoryEntry], gone: [SearchHistoryEntry.Key]) throws -> [UInt8] {
        var line = Line(put: entries.map { SearchHistoryValue.StoredEntry($0) })
        if !gone.isEmpty { line.gone = gone.map { Line.Key(keyword: $0.keyword, target: $0.target.rawValue) } }
        return [UInt8](try StoredJSON.data(of: line))
    }
}
