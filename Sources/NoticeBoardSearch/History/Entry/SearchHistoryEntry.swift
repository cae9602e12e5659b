public import Foundation
public import NoticeBoardBase

/// A past search: a keyword in a target, when it was last used and how often.
///
/// No description and no dump shows the keyword. An encoded entry holds it: an export is for the user.
public struct SearchHistoryEntry: Sendable, Identifiable, Hashable, Codable, Redacted {
    /// Target and keyword.
    public let id: Key
    /// When it was last searched.
    ///
    /// Its place in the list does not depend on it.
    public let lastUsed: Date
    /// How often it was searched; 1 for the first time.
    public let useCount: Int
    /// Whether it outlives the capacity, the maximum age and a deletion of all that are not pinned.
    public internal(set) var isPinned: Bool
    /// The place in the list: higher is newer; 0 before a history lists it.
    var sequence: UInt64
    /// Whether it was imported: it is listed below saved searches, by date.
    var isImported: Bool

    /// The fields that were searched.
    public var target: SearchTarget { id.target }
    /// The keyword, composed (NFC) and without outer white space.
    public var keyword: String { id.keyword }

    /// Creates an entry for an import, a preview or a test.
    public init(
        keyword: String, target: SearchTarget = .all, lastUsed: Date, useCount: Int = 1, isPinned: Bool = false
    ) {
        let key = Key(keyword, target: target)
        self.init(key, lastUsed, useCount: useCount, isPinned: isPinned, sequence: 0, isImported: true)
    }

    init(_ key: Key, _ lastUsed: Date, useCount: Int, isPinned: Bool, sequence: UInt64, isImported: Bool) {
        self.useCount = min(max(useCount, 1), Int(clamping: UInt32.max))
        id = key
        self.lastUsed = lastUsed
        self.isPinned = isPinned
        self.sequence = sequence
        self.isImported = isImported
    }

    /// Compares target, keyword bytes, date, count and pin.
    public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.lastUsed == right.lastUsed && left.useCount == right.useCount
            && left.isPinned == right.isPinned
    }

    /// Hashes key and date.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(lastUsed)
    }

    private struct Exported: Codable {
        let target: SearchTarget
        let keyword: String
        let lastUsed: Date
        let useCount: Int?
        let isPinned: Bool?
    }

    /// Reads an exported entry; its keyword is composed and trimmed.
    public init(from decoder: any Decoder) throws {
        let entry = try Exported(from: decoder)
        self.init(
            keyword: entry.keyword, target: entry.target, lastUsed: entry.lastUsed, useCount: entry.useCount ?? 1,
            isPinned: entry.isPinned ?? false)
    }

    /// Writes target, keyword, date, count and pin.
    public func encode(to encoder: any Encoder) throws {
        let entry = Exported(target: target, keyword: keyword, lastUsed: lastUsed, useCount: useCount, isPinned: isPinned)
        try entry.encode(to: encoder)
    }

    /// The target and the counts; never the keyword.
    public var description: String { "\(target.rawValue): …, used \(useCount)×\(isPinned ? ", pinned" : "")" }
}
