public import NoticeBoardBase

/// Why a list is empty: a value to choose a picture by, and the sentence to show.
public enum EmptyReason: String, Sendable, CaseIterable {
    /// The board has no posts.
    case noPosts
    /// All loaded posts are hidden.
    case hidden
    /// The search found nothing.
    case noResults
    /// There are no earlier searches.
    case noHistory
    /// Searches are not recorded.
    case historyOff
    /// Recording of searches is paused.
    case historyPaused
    /// A list needs an open board.
    case noBoardOpen
    /// A search needs an open board.
    case noBoardSelected
    /// There are no boards.
    case noBoards
    /// The account was signed out.
    case signedOut

    /// Returns the sentence to show in place of the list.
    public func text(in language: Language) -> String {
        let (korean, english) =
            switch self {
            case .noPosts: ("등록된 게시글이 없습니다.", "There are no posts.")
            case .hidden: ("모든 게시글이 숨겨져 있습니다.", "All posts are hidden.")
            case .noResults: ("검색 결과가 없습니다. 다른 검색어를 입력해보세요.", "Nothing was found. Try another keyword.")
            case .noHistory:
                (
                    "게시글의 제목, 내용 또는 작성자에 포함된 단어 또는 문장을 검색해 주세요.",
                    "Search for a word or a sentence in the title, the contents or the writer of a post."
                )
            case .historyOff: ("검색어 저장이 꺼져 있습니다.", "Searches are not recorded.")
            case .historyPaused: ("검색어 저장을 잠시 멈췄습니다.", "Recording of searches is paused.")
            case .noBoardOpen: ("게시판을 먼저 선택해주세요.", "Choose a board first.")
            case .noBoardSelected: ("검색할 게시판을 먼저 선택해주세요.", "Choose a board to search first.")
            case .noBoards: ("게시판이 없습니다.", "There are no boards.")
            case .signedOut: ("로그인하면 게시판이 표시됩니다.", "Sign in to see the boards.")
            }
        return language.text("empty.\(rawValue)", korean: korean, english: english)
    }
}
