public import Foundation
import NoticeBoardBase

/// One thing that was searched: a keyword in a target, when it was last used and how often.
///
/// The keyword is a secret to logs: no description and no dump shows it. Encoded it does: an export is for its owner.
public struct SearchHistoryEntry: Sendable, Identifiable {
    /// The fields that were searched.
    public let target: SearchTarget
    /// What was searched, composed (NFC) and without outer white space.
    public let keyword: String
    /// When it was last searched, as the clock said, bit for bit; its place in the list does not depend on it.
    public let lastUsed: Date
    /// How often it was searched; 1 for the first time.
    public let useCount: Int
    /// Whether it outlives the capacity, the maximum age and a clearing that keeps pinned entries.
    public let isPinned: Bool
    /// Where it stands: the higher the newer; 0 for one that no history has listed yet.
    let sequence: UInt64
    /// Whether it came from another store: it stands below what was saved here, by its date.
    let isImported: Bool

    /// An entry made by hand: for an import, a preview or a test.
    public init(
        keyword: String, target: SearchTarget = .all, lastUsed: Date, useCount: Int = 1, isPinned: Bool = false
    ) {
        let key = Key(keyword, target: target)
        self.init(key, lastUsed, useCount: useCount, isPinned: isPinned, sequence: 0, isImported: true)
    }

    init(_ key: Key, _ lastUsed: Date, useCount: Int, isPinned: Bool, sequence: UInt64, isImported: Bool) {
        (target, keyword) = (key.target, key.keyword)
        (self.lastUsed, self.isPinned, self.sequence, self.isImported) = (lastUsed, isPinned, sequence, isImported)
        self.useCount = min(max(useCount, 1), Int(clamping: UInt32.max))
    }

    /// What tells this entry from others.
    public var id: Key { Key(normalised: keyword, target: target) }

    /// Whether it is the one of a key; asked of each entry at every save, so no key is made for it.
    func isOf(_ key: Key) -> Bool {
        keyword.hasSameBytes(as: key.keyword) && target.rawValue.hasSameBytes(as: key.target.rawValue)
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
