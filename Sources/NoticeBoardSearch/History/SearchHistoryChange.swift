/// Everything that can be asked of a history: one requirement of the repository serves all of it.
public enum SearchHistoryChange: Sendable, Hashable {
    /// A search was made: its entry moves to the top, or is new there, dated by the repository's clock.
    ///
    /// A blank keyword is refused as `invalidInput`.
    case save(SearchHistoryEntry.Key)
    /// These entries go, pinned ones too, and leave no trace in the store.
    case delete([SearchHistoryEntry.Key])
    /// Everything goes, or everything that is not pinned, and leaves no trace in the store.
    case clear(keepingPinned: Bool)
    /// An entry is pinned or no longer; nothing happens where there is none.
    case pin(SearchHistoryEntry.Key, Bool)
    /// Entries come in with their own dates: from an older store, or back from an undone removal.
    ///
    /// Where a key is there already the newer date wins, the higher count, and a pin stays; so twice is the same as once.
    /// Entries that cannot be kept (a blank or overlong keyword, a date that is no number) are left out. With a `source`
    /// the import is made once only: a later one of the same name does nothing, so that what was deleted meanwhile stays
    /// deleted. A source's name is not erased with the entries.
    case add([SearchHistoryEntry], source: String?)
    /// From now on searches are recorded, or not; see ``SearchHistoryPolicy/Recording``.
    ///
    /// `erasing` also removes everything, pinned entries too, and leaves no trace in the store.
    case record(SearchHistoryPolicy.Recording, erasing: Bool)
}

extension SearchHistoryChange {
    /// Whether searches are recorded from now on, or no longer.
    var changesRecording: Bool { if case .record = self { true } else { false } }

    /// Whether something is to leave the store without a trace.
    var isErasing: Bool {
        switch self {
        case .delete, .clear: true
        case .record(_, let erasing): erasing
        case .save, .pin, .add: false
        }
    }

    /// Whether a history that records like this has anything to do.
    func concerns(_ recording: SearchHistoryPolicy.Recording) -> Bool {
        switch (self, recording) {
        case (.record(_, let erasing), _): erasing
        case (.delete, _), (.clear, _), (_, .on), (.pin, .paused), (.add, .paused): true
        default: false
        }
    }
}

extension SearchHistoryChange: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is asked for; never a keyword.
    public var description: String {
        switch self {
        case .save(let key): "save \(key)"
        case .delete(let keys): "delete \(keys.count)"
        case .clear(let keepingPinned): keepingPinned ? "clear, keeping pinned" : "clear"
        case .pin(let key, let isPinned): "\(isPinned ? "pin" : "unpin") \(key)"
        case .add(let entries, let source): "add \(entries.count)\(source == nil ? "" : " of a source")"
        case .record(let recording, let erasing): "record \(recording)\(erasing ? ", erasing" : "")"
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Nothing but what ``description`` says.
    public var customMirror: Mirror { Mirror(self, children: ["change": description], displayStyle: .enum) }
}
