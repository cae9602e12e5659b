public import NoticeBoardBase
public import NoticeBoardSearch

/// A row of the search screen before there are results: an earlier search, or a target to search in.
///
/// It holds everything to draw. The keyword is a secret to logs: no description shows it.
public struct SearchRow: Sendable, Hashable, Identifiable {
    /// What choosing the row does.
    public enum Kind: Sendable, Hashable {
        /// Searches again what was searched before.
        case history
        /// Searches what is typed in the fields of a target.
        case target
    }

    /// What tells a row from others.
    public struct ID: Sendable, Hashable {
        /// What choosing the row does.
        public let kind: Kind
        /// What is searched.
        public let key: SearchHistoryEntry.Key

        /// What tells a row from others.
        public init(_ kind: Kind, _ key: SearchHistoryEntry.Key) { (self.kind, self.key) = (kind, key) }
    }

    /// What tells the row from others: what is searched, and whether it was before.
    public let id: ID
    /// What the target is called: 전체, 제목, 내용, 작성자.
    public let label: String
    /// What stands beside the label: the keyword.
    public let keyword: String
    /// The row as it is spoken to a person who does not see it.
    public let spoken: String
    /// Where what is typed stands in ``keyword``, as far as it was typed.
    public let highlights: [Range<String.Index>]
    /// Whether the entry is pinned.
    public let isPinned: Bool

    /// What choosing the row does.
    public var kind: Kind { id.kind }
    /// The fields that are searched.
    public var target: SearchTarget { id.key.target }
    /// Whether the row can be deleted.
    public var isDeletable: Bool { kind == .history }

    /// The row of an earlier search, where `typed` marks what is typed by now.
    public init(_ entry: SearchHistoryEntry, in language: Language = .preferred, typed: Highlighter? = nil) {
        id = ID(.history, entry.id)
        label = entry.target.label(in: language)
        keyword = entry.keyword
        let search = language.text(
            "search.earlier", words: [label, keyword], korean: "이전 검색, \(label): \(keyword)",
            english: "Earlier search, \(label): \(keyword)")
        spoken = entry.isPinned ? search + ", " + language.text("search.pinned", korean: "고정됨", english: "pinned") : search
        highlights = typed?.ranges(in: entry.keyword) ?? []
        isPinned = entry.isPinned
    }

    /// The row that searches `keyword` in the fields of a target.
    public init(_ target: SearchTarget, keyword: String, in language: Language = .preferred) {
        id = ID(.target, SearchHistoryEntry.Key(keyword, target: target))
        label = target.label(in: language)
        self.keyword = id.key.keyword
        spoken = language.text(
            "search.target", words: [label, self.keyword], korean: "\(label)에서 검색: \(self.keyword)",
            english: "Search, \(label): \(self.keyword)")
        highlights = []
        isPinned = false
    }
}

extension SearchRow: Redacted {
    /// The kind and the target; never the keyword.
    public var description: String { "\(kind) \(id.key)" }
    /// The kind and the target; never the keyword.
    public var customMirror: Mirror { Mirror(self, children: ["kind": kind, "key": id.key], displayStyle: .struct) }
}
