import NoticeBoardKit

/// What the app says itself, in the language of the screen.
///
/// Everything else is said by the library.
package struct Words: Sendable {
    package let language: Language

    package init(_ language: Language) { self.language = language }

    private func pick(_ korean: String, _ english: String) -> String { language == .korean ? korean : english }

    var boards: String { pick("게시판", "Boards") }
    var picture: String { pick("그림", "picture") }
    var unread: String { pick("읽지 않음", "unread") }
    var marksAreNotKept: String { pick("읽은 글을 저장할 수 없습니다.", "What was read cannot be remembered.") }
    func hit(_ place: String) -> String { pick("검색어 \(place)", "hit \(place)") }
    var search: String { pick("검색", "Search") }
    var recent: String { pick("최근 검색", "Recent searches") }
    var suggestions: String { pick("추천 검색", "Suggestions") }
    var loading: String { pick("불러오는 중…", "Loading…") }
    var help: String { pick("도움말", "Help") }
    var writer: String { pick("작성자", "Writer") }
    var date: String { pick("날짜", "Date") }
    var views: String { pick("조회", "Views") }
    var title: String { pick("제목", "Title") }
    var anyKey: String { pick("아무 키나 누르면 돌아갑니다.", "Any key goes back.") }
    var pinned: String { pick("고정", "pinned") }
    var signedIn: String { pick("다시 로그인했습니다.", "Signed in again.") }
    var retryHint: String { pick("r 키를 누르면 다시 시도합니다.", "Press r to try again.") }
    var signInHint: String { pick("s 키를 누르면 다시 로그인합니다.", "Press s to sign in again.") }
    var searchesAreNotKept: String { pick("검색 기록을 저장할 수 없습니다.", "Searches cannot be remembered.") }

    func posts(_ loaded: Int, of total: Int?) -> String {
        let total = total ?? loaded
        if language == .korean { return loaded == total ? "게시글 \(total)개" : "게시글 \(loaded)/\(total)개" }
        return loaded == total ? count(total, "post") : "\(loaded) of \(count(total, "post"))"
    }

    func hits(_ loaded: Int, of total: Int?) -> String {
        let total = total ?? loaded
        if language == .korean { return loaded == total ? "결과 \(total)개" : "결과 \(loaded)/\(total)개" }
        return loaded == total ? count(total, "hit") : "\(loaded) of \(count(total, "hit"))"
    }

    func views(_ number: String) -> String { language == .korean ? "조회 \(number)" : number == "1" ? "1 view" : "\(number) views" }

    func newAbove(_ number: Int) -> String {
        pick("새 글 \(number)개: r 키로 새로고침", "\(count(number, "new post")) above: r shows \(number == 1 ? "it" : "them")")
    }

    func skipped(_ number: Int) -> String {
        pick("읽을 수 없는 글 \(number)개를 건너뛰었습니다.", "\(count(number, "post")) could not be read.")
    }

    private func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }

    // MARK: - Keys

    /// Keys and what they do, the most wanted first; the bar shows as many as there is room for.
    func keys(_ state: BrowserState) -> [(key: String, does: String)] {
        var keys: [(String, String)] = []
        if state.failure != nil {
            keys.append(state.failure?.remedy == .signInAgain ? ("s", pick("로그인", "sign in")) : ("r", pick("다시 시도", "retry")))
        }
        switch state.view.place {
        case .menu: keys += [("⏎", pick("열기", "open")), ("↑↓", pick("이동", "move")), ("r", pick("새로고침", "refresh"))]
        case .list:
            keys += [
                ("⏎", pick("열기", "open")), ("↑↓", pick("이동", "move")), ("/", search), ("b", boards),
                ("r", pick("새로고침", "refresh")),
                ("G", pick("끝", "end")), ("g", pick("처음", "start")),
            ]
        case .post:
            if state.page.hit != nil { keys += [("n", pick("다음 검색어", "next hit")), ("N", pick("이전", "previous"))] }
            keys += [("→", pick("다음 글", "next post")), ("←", pick("이전 글", "previous post")), ("esc", pick("닫기", "close"))]
        case .search where state.view.isTyping:
            keys += [
                ("⏎", search), ("↓", pick("선택", "choose")), ("esc", pick("닫기", "close")),
            ]
            if state.view.isBelowField, state.search.mode == .history {
                keys += [("^D", pick("삭제", "forget")), ("^P", pick("고정", "pin"))]
            }
            if state.search.undoable > 0 { keys.append(("^R", pick("되돌리기", "undo"))) }
        case .search:
            keys += [
                ("⏎", pick("열기", "open")), ("↑↓", pick("이동", "move")), ("/", pick("다시 검색", "search again")),
                ("esc", pick("닫기", "close")),
            ]
        }
        if !state.view.isTyping { keys += [("?", help), ("q", pick("종료", "quit"))] }
        return keys
    }

    /// All of them, for the page that `?` opens.
    var allKeys: [(key: String, does: String)] {
        [
            ("↑ ↓  k j", pick("한 줄 위아래로", "up and down")),
            ("PgUp PgDn  space", pick("한 화면 위아래로", "a screen up and down")),
            ("Home End  g G", pick("처음과 끝으로 (끝까지 불러옵니다)", "to the start, to the end (loads all of it)")),
            ("⏎", pick("열기", "open")),
            ("n  N", pick("다음과 이전 검색어", "next and previous hit")),
            ("→ ←  ] [", pick("다음과 이전 글", "next and previous post")),
            ("m", pick("모두 읽음으로 표시", "mark all read")),
            ("b  tab  ←", pick("게시판 목록", "the boards")),
            ("/", pick("검색", "search")),
            ("esc", pick("뒤로", "back")),
            ("r", pick("새로고침, 실패한 것을 다시 시도", "refresh; what failed is tried again")),
            ("s", pick("다시 로그인", "sign in again")),
            ("^D  ^X", pick("검색 기록을 하나, 모두 지우기", "forget a search, all of them")),
            ("^R", pick("지운 검색 기록 되돌리기", "bring them back")),
            ("^P", pick("검색 기록 고정", "pin a search")),
            ("^L", pick("화면 다시 그리기", "draw the screen anew")),
            ("^Z", pick("잠시 나가기", "suspend")),
            ("q  ^C", pick("종료", "quit")),
        ]
    }
}
