import Foundation
import NoticeBoardBase

extension SearchHistoryValue {
    /// An entry as it is stored.
    struct StoredEntry: Codable, Sendable {
        var keyword: String
        var target: String
        /// Seconds since 2001, to the last bit.
        var at: Double
        var count: Int
        var place: UInt64
        var pinned: Bool?
        var imported: Bool?
    }
}

extension SearchHistoryValue: Codable {
    private enum CodingKeys: String, CodingKey { case version, header, entries }

    private static let version = 1

    /// Reads a history; throws `storeTooNew` if a newer version wrote it.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let version = try values.decode(Int.self, forKey: .version)
        guard version <= Self.version else {
            throw NoticeBoardError(.storeTooNew, "The search history has version \(version).")
        }
        self.init(try values.decode(Rules.self, forKey: .header))
        var keys: Set<SearchHistoryEntry.Key> = []
        for entry in try values.decode([StoredEntry].self, forKey: .entries).map({ SearchHistoryEntry($0) })
        where keys.insert(entry.id).inserted { stored.append(entry) }
        repairOrder()
    }

    /// Writes everything, keywords included.
    ///
    /// Encrypt it where that matters.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Self.version, forKey: .version)
        try values.encode(rules, forKey: .header)
        try values.encode(stored.map { StoredEntry($0) }, forKey: .entries)
    }
}

extension SearchHistoryValue.StoredEntry {
    init(_ entry: SearchHistoryEntry) {
        self.init(
            keyword: entry.keyword, target: entry.target.rawValue, at: entry.lastUsed.timeIntervalSinceReferenceDate,
            count: entry.useCount, place: entry.sequence, pinned: entry.isPinned ? true : nil,
            imported: entry.isImported ? true : nil)
    }
}

extension SearchHistoryEntry {
    init(_ stored: SearchHistoryValue.StoredEntry) {
        self.init(
            Key(stored.keyword, target: SearchTarget(rawValue: stored.target)), Date(timeIntervalSinceReferenceDate: stored.at),
            useCount: stored.count, isPinned: stored.pinned ?? false, sequence: stored.place,
            isImported: stored.imported ?? false)
    }
}
