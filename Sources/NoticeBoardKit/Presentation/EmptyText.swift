public import NoticeBoardBase

/// Why a list shows nothing, and what it says instead: a value by which an app also chooses a picture.
public enum EmptyText: String, Sendable, CaseIterable {
    /// The board has no posts.
    case noPosts
    /// All posts that were loaded are hidden.
    case hidden
    /// The search found nothing.
    case noResults
    /// Nothing was searched for yet.
    case noHistory
    /// Searches are not recorded.
    case historyOff
    /// Searches are not recorded for now.
    case historyPaused
    /// No board is chosen to read.
    case noBoardOpen
    /// No board is chosen to search on.
    case noBoardSelected
    /// There are no boards.
    case noBoards
    /// The app signed out.
    case signedOut

    /// The sentence that stands where the list would.
    public func text(in language: Language) -> String {
        let (korean, english) = words
        return language.text("empty.\(rawValue)", korean: korean, english: english)
    }

    private var words: (korean: String, english: String) {
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
    }
}

extension Board {
    /// What stands in an empty search field: `<board>에서 검색`.
    public func searchPlaceholder(in language: Language) -> String {
        language.text("search.placeholder", words: [name], korean: "\(name)에서 검색", english: "Search in \(name)")
    }
}
