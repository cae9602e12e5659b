public import NoticeBoardBase

/// Why a search shows no rows: a value to choose a picture by, and the sentence to show.
public enum SearchEmptyReason: String, Sendable, CaseIterable {
    /// The search found nothing.
    case noResults
    /// All results are hidden.
    case hidden
    /// There are no earlier searches.
    case noHistory
    /// Searches are not recorded.
    case historyOff
    /// Recording of searches is paused.
    case historyPaused
    /// A submitted search waits until a place is open.
    case noPlace

    /// Returns the sentence to show in place of the rows.
    public func text(in language: Language) -> String {
        let key = "empty.\(rawValue)"
        return switch self {
        case .noResults:
            language.text(
                key, korean: "검색 결과가 없습니다. 다른 검색어를 입력해보세요.", english: "Nothing was found. Try another keyword.")
        case .hidden: language.text(key, korean: "모든 결과가 숨겨져 있습니다.", english: "All results are hidden.")
        case .noHistory: language.text(key, korean: "찾을 단어나 문장을 입력해 주세요.", english: "Search for a word or a sentence.")
        case .historyOff: language.text(key, korean: "검색어 저장이 꺼져 있습니다.", english: "Searches are not recorded.")
        case .historyPaused:
            language.text(key, korean: "검색어 저장을 잠시 멈췄습니다.", english: "Recording of searches is paused.")
        case .noPlace: language.text(key, korean: "검색할 곳을 먼저 선택해 주세요.", english: "Choose where to search first.")
        }
    }
}
