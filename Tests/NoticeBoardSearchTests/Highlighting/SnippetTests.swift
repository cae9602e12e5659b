import NoticeBoardSearch
import Testing

@Suite("Where a snippet's window lies", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct SnippetTests {
    @Test("At the end of a text the window is as long as elsewhere")
    func atTheEnd() {
        let snippet = Highlighter("hit").snippet(of: String(repeating: "x", count: 50) + "hit", length: 20)
        #expect(snippet.text == "…" + String(repeating: "x", count: 17) + "hit")
        #expect(!snippet.isCutAtEnd)
    }

    @Test("A term that was left behind counts no more")
    func leftBehind() {
        let gap = " " + String(repeating: "x", count: 40) + " "
        let text = "zebra" + gap + "the the the" + gap + "the zebra" + gap
        let snippet = Highlighter(userInput: "the zebra").snippet(of: text, length: 12)
        #expect(snippet.ranges.map { String(snippet.text[$0]) } == ["the", "zebra"])
    }
}
