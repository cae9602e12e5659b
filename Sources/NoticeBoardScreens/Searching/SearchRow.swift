public import NoticeBoardBase
public import NoticeBoardSearch

/// A row of the search screen without results: an earlier search, or a target to search in.
///
/// No description shows the keyword.
public struct SearchRow: Sendable, Hashable, Identifiable, Redacted {
    /// What a row is.
    public enum Kind: Sendable, Hashable {
        /// An earlier search, which can be chosen again, pinned and deleted.
        case earlier
        /// A target in which the typed text is searched.
        case target
    }

    /// Identifies a row: an earlier search and a target can have the same key.
    public struct ID: Sendable, Hashable {
        let key: SearchHistoryEntry.Key
        let kind: Kind

        package init(_ key: SearchHistoryEntry.Key, _ kind: Kind) {
            self.key = key
            self.kind = kind
        }
    }

    /// Identifies the row.
    public let id: ID
    /// The name of the target: 전체, 제목, 내용, 작성자.
    public let label: String
    /// The keyword.
    public let keyword: String
    /// The row for VoiceOver.
    public let spoken: String
    /// The ranges of the typed text in ``keyword``.
    public let highlights: [Range<String.Index>]
    /// Whether the entry is pinned.
    public let isPinned: Bool

    /// The fields to search in.
    public var target: SearchTarget { id.key.target }
    /// What the row is.
    public var kind: Kind { id.kind }

    /// Creates the row of an earlier search; `typed` highlights the typed text.
    public init(_ entry: SearchHistoryEntry, in language: Language = .preferred, typed: Highlighter? = nil) {
        id = ID(entry.id, .earlier)
        label = entry.target.label(in: language)
        keyword = entry.keyword
        let search = language.text(
            "search.earlier", words: [label, keyword], korean: "이전 검색, \(label): \(keyword)",
            english: "Earlier search, \(label): \(keyword)")
        spoken = entry.isPinned ? search + ", " + language.text("search.pinned", korean: "고정됨", english: "pinned") : search
        highlights = typed?.ranges(in: entry.keyword) ?? []
        isPinned = entry.isPinned
    }

    /// Creates the row that searches `keyword` in the fields of a target.
    public init(_ target: SearchTarget, keyword: String, in language: Language = .preferred) {
        id = ID(SearchHistoryEntry.Key(keyword, target: target), .target)
        label = target.label(in: language)
        self.keyword = id.key.keyword
        spoken = language.text(
            "search.target", words: [label, self.keyword], korean: "\(label)에서 검색: \(self.keyword)",
            english: "Search, \(label): \(self.keyword)")
        highlights = []
        isPinned = false
    }

    /// The kind of row and the target; never the keyword.
    public var description: String { "\(kind) \(id.key)" }
}
