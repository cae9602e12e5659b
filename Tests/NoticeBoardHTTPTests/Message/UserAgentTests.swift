import Testing

@testable import NoticeBoardHTTP

@Suite("User-Agent", .inTurn, .timeLimit(.minutes(1))) struct UserAgentTests {
    @Test(
        "Names the app with the characters that a header allows",
        arguments: [
            (["My Notes"], "2.1", "MyNotes/2.1 (iOS 18.2) NoticeBoard/0.1"),
            (["메모", "Memo"], nil, "Memo (iOS 18.2) NoticeBoard/0.1"),
            (["메모"], "", "App (iOS 18.2) NoticeBoard/0.1"), (["a\r\nX: 1"], "1 (x)", "aX1/1x (iOS 18.2) NoticeBoard/0.1"),
        ] as [([String], String?, String)])
    func names(names: [String], version: String?, text: String) {
        #expect(UserAgent.text(names: names, version: version, system: "iOS 18.2") == text)
    }
}
