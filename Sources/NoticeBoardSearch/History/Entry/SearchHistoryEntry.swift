public import Foundation
import NoticeBoardBase

/// One thing that was searched: a keyword in a target, when it was last used and how often.
///
/// The keyword is a secret to logs: no description and no dump shows it. Encoded it does: an export is for its owner.
public struct SearchHistoryEntry: Sendable, Identifiable {
    /// One reference: a change copies the list, and an entry of many parts costs it several times as much.
    private let fields: Fields

    private final class Fields: Sendable {
        let key: Key
        let lastUsed: Date
        let useCount: Int
        let isPinned: Bool
        let sequence: UInt64
        let isImported: Bool

        init(_ key: Key, _ lastUsed: Date, _ useCount: Int, _ isPinned: Bool, _ sequence: UInt64, _ isImported: Bool) {
            (self.key, self.lastUsed, self.useCount, self.isPinned) = (key, lastUsed, useCount, isPinned)
            (self.sequence, self.isImported) = (sequence, isImported)
        }
    }

    /// What tells this entry from others.
    public var id: Key { fields.key }
    /// The fields that were searched.
    public var target: SearchTarget { fields.key.target }
    /// What was searched, composed (NFC) and without outer white space.
    public var keyword: String { fields.key.keyword }
    /// When it was last searched, as the clock said, bit for bit; its place in the list does not depend on it.
    public var lastUsed: Date { fields.lastUsed }
    /// How often it was searched; 1 for the first time.
    public var useCount: Int { fields.useCount }
    /// Whether it outlives the capacity, the maximum age and a deletion of all that are not pinned.
    public var isPinned: Bool { fields.isPinned }
    /// Where it stands: the higher the newer; 0 for one that no history has listed yet.
    var sequence: UInt64 { fields.sequence }
    /// Whether it came from another store: it stands below what was saved here, by its date.
    var isImported: Bool { fields.isImported }

    /// An entry made by hand: for an import, a preview or a test.
    public init(
        keyword: String, target: SearchTarget = .all, lastUsed: Date, useCount: Int = 1, isPinned: Bool = false
    ) {
        let key = Key(keyword, target: target)
        self.init(key, lastUsed, useCount: useCount, isPinned: isPinned, sequence: 0, isImported: true)
    }

    init(_ key: Key, _ lastUsed: Date, useCount: Int, isPinned: Bool, sequence: UInt64, isImported: Bool) {
        fields = Fields(key, lastUsed, min(max(useCount, 1), Int(clamping: UInt32.max)), isPinned, sequence, isImported)
    }
}

extension SearchHistoryEntry: Hashable {
    /// Equal by everything that a person could see: the target, the keyword's bytes, the date, the count and the pin.
    public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.lastUsed == right.lastUsed && left.useCount == right.useCount
            && left.isPinned == right.isPinned
    }

    /// Hashes what tells entries apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(lastUsed)
    }
}

extension SearchHistoryEntry: Codable {
    private enum CodingKeys: String, CodingKey { case target, keyword, lastUsed, useCount, isPinned }

    /// Reads an entry that was exported; its keyword is composed and trimmed as any other.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            keyword: try values.decode(String.self, forKey: .keyword),
            target: try values.decode(SearchTarget.self, forKey: .target),
            lastUsed: try values.decode(Date.self, forKey: .lastUsed),
            useCount: try values.decodeIfPresent(Int.self, forKey: .useCount) ?? 1,
            isPinned: try values.decodeIfPresent(Bool.self, forKey: .isPinned) ?? false)
    }

    /// Writes what a person could see.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(target, forKey: .target)
        try values.encode(keyword, forKey: .keyword)
        try values.encode(lastUsed, forKey: .lastUsed)
        try values.encode(useCount, forKey: .useCount)
        try values.encode(isPinned, forKey: .isPinned)
    }
}

extension SearchHistoryEntry: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The target and the counts; never the keyword.
    public var description: String { "\(target.rawValue): …, used \(useCount)×\(isPinned ? ", pinned" : "")" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Everything but the keyword.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["target": target.rawValue, "lastUsed": lastUsed, "useCount": useCount, "isPinned": isPinned],
            displayStyle: .struct)
    }
}
