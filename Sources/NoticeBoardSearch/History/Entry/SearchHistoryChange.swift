public import Foundation
public import NoticeBoardBase

/// A change of a search history.
public enum SearchHistoryChange: Sendable, Hashable, Redacted {
    /// Records a search: its entry moves to the top or is new there, dated by the repository.
    ///
    /// A keyword without a visible character is refused as `invalidInput`.
    case save(SearchHistoryEntry.Key)
    /// Deletes these entries, pinned ones too. They leave no trace in the store.
    case delete([SearchHistoryEntry.Key])
    /// Deletes the keyword's entries in every target. They leave no trace in the store.
    case deleteEverywhere(keyword: String)
    /// Deletes every entry, or every entry that is not pinned. They leave no trace in the store.
    case deleteAll(keepingPinned: Bool)
    /// Deletes the entries that are too old by the rules, at once. They leave no trace in the store.
    case deleteExpired
    /// Erases entries, dates and counters without a trace, for a sign-out. It cannot be undone and returns no entries.
    ///
    /// The rules, a recording that is off or paused, and the names of finished imports stay: they hold none of the user's words,
    /// and no import brings erased words back.
    case erase
    /// Pins or unpins an entry. Does nothing if there is none.
    case pin(SearchHistoryEntry.Key, Bool)
    /// Brings deleted entries back to their places.
    ///
    /// If a key exists already, the newer place and date win, the higher count, and a pin stays; so twice is the same as once.
    /// Returns the entries that found no room; throws `historyFull` if none did, and `historyOff` if the history is off.
    case restore([SearchHistoryEntry])
    /// Adds entries of an older store, sorted by date below the searches that were saved here.
    ///
    /// If a key exists already, its place stays, and the newer date, the higher count and a pin win. Entries with a blank or
    /// overlong keyword, or an invalid date, are left out. Every source is imported once only, so that entries that were deleted
    /// since stay deleted. Throws `historyOff` if the history is off.
    case add([SearchHistoryEntry], source: String)
    /// Sets whether searches are recorded; see ``SearchHistoryPolicy/Recording``.
    case record(SearchHistoryPolicy.Recording)
    /// Brings rules into force for every user of the store.
    case setPolicy(SearchHistoryPolicy)

    /// The kind of change; never a keyword.
    public var description: String {
        switch self {
        case .save(let key): "save \(key)"
        case .delete(let keys): "delete \(keys.count)"
        case .deleteEverywhere: "delete everywhere"
        case .deleteAll(let keepingPinned): keepingPinned ? "delete all, keeping pinned" : "delete all"
        case .deleteExpired: "delete expired"
        case .erase: "erase"
        case .pin(let key, let isPinned): "\(isPinned ? "pin" : "unpin") \(key)"
        case .restore(let entries): "restore \(entries.count)"
        case .add(let entries, _): "add \(entries.count) of a source"
        case .record(let recording): "record \(recording)"
        case .setPolicy(let policy): "set policy \(policy)"
        }
    }
}

extension NoticeBoardError.Code {
    /// The search history is off, so that nothing can be added to it.
    public static let historyOff = Self("historyOff", korean: "검색 기록이 꺼져 있습니다.", english: "The search history is off.")
    /// Newer searches left no room for the entries to restore.
    public static let historyFull = Self(
        "historyFull", korean: "검색 기록에 남은 자리가 없습니다.", english: "There is no room left in the search history.")
}

/// The rules of a history: how many entries it keeps and how long.
///
/// They are stored with the history and hold for every user of it, in this process, in others and at later launches. `nil` keeps
/// the stored rule. A new history keeps 100 entries of any age and merges none.
public struct SearchHistoryPolicy: Sendable, Hashable {
    /// The maximum number of stored entries, at least 1.
    ///
    /// Beyond it, the oldest entry that is not pinned is removed.
    public var capacity: Int?
    /// The seconds for which an entry that is not pinned is kept after its last use; infinity keeps it.
    ///
    /// An older entry is not listed any more. It leaves the store when it was too old at two times that lie a day apart, so that
    /// a clock that jumps deletes nothing; `deleteExpired()` deletes it at once.
    public var maximumAge: TimeInterval?
    /// A search replaces an earlier search for its beginning within this many seconds; 0 keeps every search.
    ///
    /// Of `메`, `메일` and `메일플`, only the longest is kept if each was searched within so many seconds before the next. The
    /// highlighter's `.hangulTyping` decides whether a keyword begins another. Pinned entries stay.
    public var merging: TimeInterval?

    /// Creates rules; `nil` keeps the stored rule.
    public init(capacity: Int? = nil, maximumAge: TimeInterval? = nil, merging: TimeInterval? = nil) {
        (self.capacity, self.maximumAge, self.merging) = (capacity, maximumAge, merging)
    }

    /// Whether searches are recorded.
    public enum Recording: String, Sendable, Hashable, CaseIterable {
        /// Searches are recorded.
        case on
        /// Searches are not recorded; the list is shown and can be changed.
        case paused
        /// There is no history: the list is empty and nothing is written, except for deletions.
        ///
        /// Stored entries are listed again after ``on``.
        case off
    }
}
