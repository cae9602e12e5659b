public import NoticeBoardBase
public import NoticeBoardSearch

/// The line of the search field while results are shown: `전체 : keyword`.
///
/// It has the ranges of the label and the keyword, which apps draw differently.
public struct SearchTitle: Sendable, Hashable {
    /// The whole line.
    public let text: String
    /// The range of the target's label in ``text``.
    public let label: Range<String.Index>
    /// The range of the keyword in ``text``.
    public let keyword: Range<String.Index>

    /// Creates the line for a search.
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
    /// Returns the name of the target: 전체, 제목, 내용, 작성자; for an unknown one, its raw value.
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
