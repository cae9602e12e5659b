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
