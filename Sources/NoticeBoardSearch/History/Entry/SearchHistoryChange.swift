public import NoticeBoardBase

/// Everything that can be asked of a history: one requirement of the repository serves all of it.
public enum SearchHistoryChange: Sendable, Hashable {
    /// A search was made: its entry moves to the top, or is new there, dated by the repository's clock.
    ///
    /// A keyword that nobody could see is refused as `invalidInput`.
    case save(SearchHistoryEntry.Key)
    /// These entries go, pinned ones too, and leave no trace in the store.
    case delete([SearchHistoryEntry.Key])
    /// The keyword's entries go, whatever their target, and leave no trace in the store.
    case deleteEverywhere(keyword: String)
    /// Everything goes, or everything that is not pinned, and leaves no trace in the store.
    case clear(keepingPinned: Bool)
    /// What is too old by the rules goes now, and leaves no trace in the store.
    case purge
    /// An entry is pinned or no longer; nothing happens where there is none.
    case pin(SearchHistoryEntry.Key, Bool)
    /// What a removal gave comes back, and stands where it stood.
    ///
    /// Where a key is there already the newer place and date win, the higher count, and a pin stays; so twice is the same as
    /// once. Gives what found no room; throws `historyFull` when nothing of it did, and `historyOff` when nothing is recorded.
    case restore([SearchHistoryEntry])
    /// Entries come in from an older store: they stand below what was saved here, among themselves by their dates.
    ///
    /// Where a key is there already its place stays, and the newer date, the higher count and a pin win. Entries that cannot
    /// be kept (a blank or overlong keyword, a date that is no number) are left out. An import is made once only: a later one
    /// of the same source does nothing, so that what was deleted meanwhile stays deleted. A source's name is not erased with
    /// the entries. Throws `historyOff` when nothing is recorded.
    case add([SearchHistoryEntry], source: String)
    /// From now on searches are recorded, or not; see ``SearchHistoryPolicy/Recording``.
    ///
    /// `erasing` also removes everything, pinned entries too, and leaves no trace in the store.
    case record(SearchHistoryPolicy.Recording, erasing: Bool)
    /// From now on these rules hold for everybody who has the history open.
    case obey(SearchHistoryPolicy)
}

extension SearchHistoryChange: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is asked for; never a keyword.
    public var description: String {
        switch self {
        case .save(let key): "save \(key)"
        case .delete(let keys): "delete \(keys.count)"
        case .deleteEverywhere: "delete everywhere"
        case .clear(let keepingPinned): keepingPinned ? "clear, keeping pinned" : "clear"
        case .purge: "purge"
        case .pin(let key, let isPinned): "\(isPinned ? "pin" : "unpin") \(key)"
        case .restore(let entries): "restore \(entries.count)"
        case .add(let entries, _): "add \(entries.count) of a source"
        case .record(let recording, let erasing): "record \(recording)\(erasing ? ", erasing" : "")"
        case .obey(let policy): "obey \(policy)"
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Nothing but what ``description`` says.
    public var customMirror: Mirror { Mirror(self, children: ["change": description], displayStyle: .enum) }
}

extension NoticeBoardError.Code {
    /// The search history is off, so that nothing can be added to it.
    public static let historyOff = Self("historyOff", korean: "검색 기록이 꺼져 있습니다.", english: "The search history is off.")
    /// Newer entries of the search history have taken the place of what should come back.
    public static let historyFull = Self(
        "historyFull", korean: "검색 기록에 남은 자리가 없습니다.", english: "There is no room left in the search history.")
}
