public import NoticeBoardBase
public import NoticeBoardSearch

extension SearchTarget {
    /// What apps call the target: 전체, 제목, 내용, 작성자; one that is not known is called what the wire calls it.
    public func label(in language: Language) -> String {
        switch (self, language) {
        case (.all, .korean): "전체"
        case (.title, .korean): "제목"
        case (.contents, .korean): "내용"
        case (.writer, .korean): "작성자"
        case (.all, .english): "All"
        case (.title, .english): "Title"
        case (.contents, .english): "Contents"
        case (.writer, .english): "Writer"
        default: rawValue
        }
    }
}
