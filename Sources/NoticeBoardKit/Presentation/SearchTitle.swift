public import NoticeBoardBase
public import NoticeBoardSearch

/// What the search field reads while results are shown: `전체 : keyword`.
///
/// Apps draw the label and the keyword differently, so it tells where each stands.
public struct SearchTitle: Sendable, Hashable {
    /// The whole line.
    public let text: String
    /// Where the target's label stands in ``text``.
    public let label: Range<String.Index>
    /// Where the keyword stands in ``text``.
    public let keyword: Range<String.Index>

    /// The line for a search.
    public init(_ keyword: String, target: SearchTarget, in language: Language) {
        let label = target.label(in: language)
        let lead = label + " : "
        text = lead + keyword
        // By bytes: a keyword that begins with an accent joins the space before it into one character.
        self.label = text.startIndex..<text.utf8.index(text.startIndex, offsetBy: label.utf8.count)
        self.keyword = text.utf8.index(text.startIndex, offsetBy: lead.utf8.count)..<text.endIndex
    }
}

extension SearchTitle: Redacted {
    /// Never the keyword: descriptions end up in logs.
    public var description: String { "SearchTitle(…)" }
}

extension SearchTarget {
    /// What apps call the target: 전체, 제목, 내용, 작성자; one that is not known is called what the wire calls it.
    public func label(in language: Language) -> String {
        switch self {
        case .all: language.text("target.all", korean: "전체", english: "All")
        case .title: language.text("target.title", korean: "제목", english: "Title")
        case .contents: language.text("target.contents", korean: "내용", english: "Contents")
        case .writer: language.text("target.writer", korean: "작성자", english: "Writer")
        default: language.text("target.\(rawValue)", korean: rawValue, english: rawValue)
        }
    }
}
