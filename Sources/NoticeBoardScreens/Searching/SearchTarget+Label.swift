public import NoticeBoardBase
public import NoticeBoardSearch

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
