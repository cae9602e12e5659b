import NoticeBoardOutbox
import Testing

@Suite("Texts as services store them", .inTurn, .timeLimit(.minutes(1))) struct StoredTextTests {
    @Test(
        "Are the same",
        arguments: [
            ("글", "글"), ("글\n", "글"), (" 글", "글"), ("글\r\n둘", "글\n둘"), ("글\r둘", "글\n둘"), ("글\r\n\r\n둘\r\n", "글\n\n둘"),
            ("각", "\u{1100}\u{1161}\u{11A8}"), ("\u{3000}글", "글"),
        ])
    func same(text: String, other: String) {
        #expect(StoredText.isSame(text, other))
        #expect(StoredText.isSame(other, text))
    }

    @Test("Are different", arguments: [("글", "글자"), ("글 둘", "글둘"), ("글\n\n둘", "글\n둘"), ("Swift", "swift"), ("글", "")])
    func different(text: String, other: String) {
        #expect(!StoredText.isSame(text, other))
    }

    @Test("An empty text is the same as none") func empty() {
        #expect(StoredText.isSame("", nil))
        #expect(StoredText.isSame(nil, " \n"))
        #expect(!StoredText.isSame("글", nil))
    }
}
