import Foundation

/// Made-up titles and a long body, the same in each run: Korean and English words, numbers, signs.
struct Texts {
    let titles: [String]
    /// All in one string, with native storage.
    let body: String

    private static let words = [
        "공지사항", "안내", "결과", "회의", "메일", "업무", "보고", "신청", "교육", "일정", "변경", "점검", "서비스", "이용", "자료", "공유", "요청",
        "부서", "프로젝트", "개발", "디자인", "휴가", "이벤트", "당첨자", "발표", "오늘", "내일", "이번", "주간", "월간", "총무팀", "인사팀", "지원",
        "the", "and", "notice", "release", "meeting", "team", "project", "update", "service", "report", "mail", "server", "event",
        "welcome", "guide", "about", "new", "version", "Hello", "World", "iOS", "app", "2023", "06-05", "10:30", "v2", "#12",
        "(수정)",
        "[Re]", "—", "·", "café", "Q&A", "FAQ", "3층", "100%", "🎉", "→",
    ]

    init(titles count: Int, bodyBytes: Int) {
        var state: UInt64 = 20_231_105
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        func title(_ index: Int) -> String {
            var text = ""
            for position in 0..<5 + random(8) { text += (position == 0 ? "" : " ") + Self.words[random(Self.words.count)] }
            // What the keywords called rare look for, now and then.
            if index % 997 == 500 { text += " Zebrafish 뷁뷁 뷁zebra Naïveté 첨성대" }
            return text
        }
        titles = (0..<count).map(title)
        var body = ""
        body.reserveCapacity(bodyBytes + 200)
        var index = 0
        while body.utf8.count < bodyBytes {
            body += index % 20_011 == 10_000 ? "Zebrafish 뷁뷁 뷁zebra Naïveté 첨성대\n" : Self.words[random(Self.words.count)] + " "
            index += 1
        }
        self.body = body
    }
}
