import Foundation
import NoticeBoardBase

extension SearchHistoryLog: Codable {
    /// An entry with its place, and its date to the last bit whatever the coder does with dates.
    fileprivate struct Stored: Codable {
        var target: SearchTarget
        var keyword: String
        var lastUsed: Double
        var useCount: Int
        var isPinned: Bool
        var sequence: UInt64
        var isImported: Bool
    }

    private enum CodingKeys: String, CodingKey {
        case version, recording, capacity, maximumAge, merging, foundTooOld, lastSequence, sources, entries
    }

    private static let version = 1

    /// Reads a history; one that a newer version wrote is an error, as is one that cannot be read.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let version = try values.decode(Int.self, forKey: .version)
        guard version <= Self.version else {
            throw NoticeBoardError(.storeTooNew, "The search history has version \(version).")
        }
        self.init()
        rules.recording = .init(rawValue: try values.decode(String.self, forKey: .recording)) ?? .off
        rules.obey(
            SearchHistoryPolicy(
                capacity: try values.decode(Int.self, forKey: .capacity),
                maximumAge: try values.decodeIfPresent(Double.self, forKey: .maximumAge),
                merging: try values.decodeIfPresent(Double.self, forKey: .merging).map { seconds in
                    .typedPrefixes(within: seconds < .greatestFiniteMagnitude ? seconds : .infinity)
                }))
        if let found = try values.decodeIfPresent(Double.self, forKey: .foundTooOld) {
            rules.foundTooOld = Date(timeIntervalSinceReferenceDate: found)
        }
        lastSequence = try values.decode(UInt64.self, forKey: .lastSequence)
        sources = try values.decode(Set<String>.self, forKey: .sources)
        var keys: Set<SearchHistoryEntry.Key> = []
        for entry in try values.decode([Stored].self, forKey: .entries).map({ SearchHistoryEntry($0) })
        where keys.insert(entry.id).inserted { stored.append(entry) }
        repairOrder()
    }

    /// Writes everything: keywords too, so encrypt it where that matters.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Self.version, forKey: .version)
        try values.encode(rules.recording.rawValue, forKey: .recording)
        try values.encode(rules.capacity, forKey: .capacity)
        if rules.maximumAge < .infinity { try values.encode(rules.maximumAge, forKey: .maximumAge) }
        if case .typedPrefixes(let seconds) = rules.merging {
            // JSON knows no infinity.
            try values.encode(min(seconds, .greatestFiniteMagnitude), forKey: .merging)
        }
        try values.encodeIfPresent(rules.foundTooOld?.timeIntervalSinceReferenceDate, forKey: .foundTooOld)
        try values.encode(lastSequence, forKey: .lastSequence)
        try values.encode(sources.sorted(), forKey: .sources)
        try values.encode(stored.map { Stored($0) }, forKey: .entries)
    }
}

extension SearchHistoryLog.Stored {
    fileprivate init(_ entry: SearchHistoryEntry) {
        self.init(
            target: entry.target, keyword: entry.keyword, lastUsed: entry.lastUsed.timeIntervalSinceReferenceDate,
            useCount: entry.useCount, isPinned: entry.isPinned, sequence: entry.sequence, isImported: entry.isImported)
    }
}

extension SearchHistoryEntry {
    fileprivate init(_ stored: SearchHistoryLog.Stored) {
        let date = Date(timeIntervalSinceReferenceDate: stored.lastUsed)
        self.init(
            Key(stored.keyword, target: stored.target), date, useCount: stored.useCount, isPinned: stored.isPinned,
            sequence: stored.sequence, isImported: stored.isImported)
    }
}
