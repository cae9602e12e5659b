import NoticeBoardKit

/// The app's own texts in Korean and English.
///
/// The library provides all other texts.
package struct Words: Sendable {
    package let language: Language

    package init(_ language: Language) { self.language = language }

    func pick(_ korean: String, _ english: String) -> String { language == .korean ? korean : english }

    var boards: String { pick("게시판", "Boards") }
    var picture: String { pick("그림", "picture") }
    var unread: String { pick("읽지 않음", "unread") }
    var marksAreNotKept: String { pick("읽은 글을 저장할 수 없습니다.", "What was read cannot be remembered.") }
    func hit(_ position: String) -> String { pick("검색어 \(position)", "hit \(position)") }
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

    func newItemCount(_ number: Int) -> String {
        pick("새 글 \(number)개: r 키로 새로고침", "\(count(number, "new post")) above: r shows \(number == 1 ? "it" : "them")")
    }

    func stored(_ date: String) -> String { pick("기기에 저장됨 \(date)", "stored on this device \(date)") }

    func gap(_ missing: Int?) -> String {
        guard let missing else { return pick("여기 빠진 글이 있습니다. ⏎ 키로 불러옵니다.", "Posts are missing here: ⏎ loads them") }
        return pick(
            "여기 글 \(missing)개가 빠졌습니다. ⏎ 키로 불러옵니다.",
            "\(count(missing, "post")) missing here: ⏎ loads \(missing == 1 ? "it" : "them")")
    }

    func skipped(_ number: Int) -> String {
        pick("읽을 수 없는 글 \(number)개를 건너뛰었습니다.", "\(count(number, "post")) could not be read.")
    }

    private func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
}
