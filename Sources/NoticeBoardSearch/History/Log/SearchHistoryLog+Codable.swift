import Foundation
import NoticeBoardBase

extension SearchHistoryLog {
    /// The rules and counters of a history, as they are stored.
    struct Header: Codable, Sendable {
        var capacity = 100
        /// Seconds; absent if entries of any age are kept.
        var maximumAge: Double?
        /// Seconds; absent if nothing is merged.
        var merging: Double?
        var recording = SearchHistoryPolicy.Recording.on.rawValue
        /// When an entry was first found too old, in seconds since 2001.
        var foundTooOld: Double?
        var lastPlace: UInt64 = 0
        /// The sources whose import is done.
        var imports: [String] = []
    }

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

    var header: Header {
        var header = Header()
        header.capacity = rules.capacity
        if rules.maximumAge < .infinity { header.maximumAge = rules.maximumAge }
        // JSON has no infinity.
        if rules.merging > 0 { header.merging = min(rules.merging, .greatestFiniteMagnitude) }
        header.recording = rules.recording.rawValue
        header.foundTooOld = rules.foundTooOld?.timeIntervalSinceReferenceDate
        (header.lastPlace, header.imports) = (lastSequence, sources.sorted())
        return header
    }

    /// A history without entries, under stored rules.
    init(_ header: Header) {
        self.init()
        // A value of a later version is no permission to record.
        rules.recording = .init(rawValue: header.recording) ?? .off
        let merging = header.merging.map { $0 < .greatestFiniteMagnitude ? $0 : .infinity }
        rules.setPolicy(SearchHistoryPolicy(capacity: header.capacity, maximumAge: header.maximumAge, merging: merging))
        rules.foundTooOld = header.foundTooOld.map { Date(timeIntervalSinceReferenceDate: $0) }
        // A stored number is untrusted input: the next one must not overflow.
        (lastSequence, sources) = (min(header.lastPlace, .max / 2), Set(header.imports))
    }
}

extension SearchHistoryLog: Codable {
    private enum CodingKeys: String, CodingKey { case version, header, entries }

    private static let version = 1

    /// Reads a history; throws `storeTooNew` if a newer version wrote it.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let version = try values.decode(Int.self, forKey: .version)
        guard version <= Self.version else {
            throw NoticeBoardError(.storeTooNew, "The search history has version \(version).")
        }
        self.init(try values.decode(Header.self, forKey: .header))
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
        try values.encode(header, forKey: .header)
        try values.encode(stored.map { StoredEntry($0) }, forKey: .entries)
    }
}

extension SearchHistoryLog.StoredEntry {
    init(_ entry: SearchHistoryEntry) {
        self.init(
            keyword: entry.keyword, target: entry.target.rawValue, at: entry.lastUsed.timeIntervalSinceReferenceDate,
            count: entry.useCount, place: entry.sequence, pinned: entry.isPinned ? true : nil,
            imported: entry.isImported ? true : nil)
    }
}

extension SearchHistoryEntry {
    init(_ stored: SearchHistoryLog.StoredEntry) {
        self.init(
            Key(stored.keyword, target: SearchTarget(rawValue: stored.target)), Date(timeIntervalSinceReferenceDate: stored.at),
            useCount: stored.count, isPinned: stored.pinned ?? false, sequence: stored.place,
            isImported: stored.imported ?? false)
    }
}
