public import Foundation
import NoticeBoardBase

/// One thing that was searched: a keyword in a target, when it was last used and how often.
///
/// The keyword is a secret to logs: no description and no dump shows it.
public struct SearchHistoryEntry: Sendable, Identifiable {
    /// The fields that were searched.
    public let target: SearchTarget
    /// What was searched, composed (NFC) and without outer white space.
    public let keyword: String
    /// When it was last searched, as the clock said, bit for bit.
    public let lastUsed: Date
    /// How often it was searched; 1 for the first time.
    public let useCount: Int
    /// Whether it outlives the capacity, the maximum age and a clearing that keeps pinned entries.
    public let isPinned: Bool
    /// Which of two entries of the same date is newer: the higher one, as the repository gave them out.
    package let sequence: UInt64

    /// An entry, as an import brings it.
    public init(
        keyword: String, target: SearchTarget = .all, lastUsed: Date, useCount: Int = 1, isPinned: Bool = false
    ) {
        self.init(Key(keyword, target: target), lastUsed, useCount: useCount, isPinned: isPinned, sequence: 0)
    }

    init(_ key: Key, _ lastUsed: Date, useCount: Int, isPinned: Bool, sequence: UInt64) {
        (target, keyword) = (key.target, key.keyword)
        (self.lastUsed, self.isPinned, self.sequence) = (lastUsed, isPinned, sequence)
        self.useCount = min(max(useCount, 1), Int(UInt32.max))
    }

    /// What tells this entry from others.
    public var id: Key { Key(normalised: keyword, target: target) }

    func with(isPinned: Bool? = nil, sequence: UInt64? = nil) -> SearchHistoryEntry {
        SearchHistoryEntry(
            id, lastUsed, useCount: useCount, isPinned: isPinned ?? self.isPinned, sequence: sequence ?? self.sequence)
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
