import NoticeBoardKit

extension Words {
    /// Returns the keys for the key bar and their effects, the most useful first.
    ///
    /// A narrow window cuts the end off.
    func keys(_ state: BrowserState) -> [(key: String, does: String)] {
        var keys: [(String, String)] = []
        if state.failure != nil {
            keys.append(state.failure?.remedy == .signInAgain ? ("s", pick("로그인", "sign in")) : ("r", pick("다시 시도", "retry")))
        }
        switch state.view.pane {
        case .menu: keys += [("⏎", pick("열기", "open")), ("↑↓", pick("이동", "move")), ("r", pick("새로고침", "refresh"))]
        case .list:
            keys += [
                ("⏎", pick("열기", "open")), ("↑↓", pick("이동", "move")), ("/", search), ("b", boards),
                ("r", pick("새로고침", "refresh")),
                ("G", pick("끝", "end")), ("g", pick("처음", "start")),
            ]
        case .post:
            if state.page.hitIndex != nil { keys += [("n", pick("다음 검색어", "next hit")), ("N", pick("이전", "previous"))] }
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

    /// All keys and their effects, for the help page that `?` opens.
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
