import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@Suite("Contents snippet", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct ContentsSnippetTests {
    private func snippet(_ contents: String, _ keyword: String, length: Int = 20) -> Highlighter.Snippet {
        PostRow(
            Post(id: 1, title: "a", contents: contents), style: PostRowStyle(language: .korean, snippetLength: length),
            highlighting: SearchHighlighting(Highlighter(keyword), target: .contents)
        ).snippet
    }

    @Test("Finds a hit at any position of the contents") func everywhere() {
        for place in Array(0...40) + Array(220...300) + Array(2020...2080) {
            let text = String(repeating: "가", count: place) + "<b>찾</b>는 말" + String(repeating: "나", count: 400)
            let snippet = snippet(text, "찾는 말")
            #expect(snippet.ranges.map { snippet.text[$0] } == ["찾는 말"], "at \(place)")
            #expect(snippet.isCutAtEnd, "at \(place)")
            #expect(snippet.text.hasSuffix("나…"), "at \(place)")
            #expect(snippet.isCutAtStart == (place > 8), "at \(place)")
        }
    }

    @Test("Finds the same hits in random contents read in parts as in the whole") func random() {
        let trials = RandomTrials()
        var random = trials.random
        let pieces = ["가", "나 ", "<p>", "</p>", "&amp;", "é", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}", "\r\n", " ", "찾", "는"]
        for _ in 0..<trials.count(300) {
            let text = (0..<random.number(0...700)).map { _ in random.pick(pieces) }.joined()
            let (keyword, length) = (random.pick(["찾는", "é", "e", "나 가", "&", "없다"]), random.number(1...60))
            let (snippet, line) = (snippet(text, keyword, length: length), PlainText.line(of: text))
            let isFound = Highlighter(keyword).isMatch(in: line)
            #expect(snippet.ranges.isEmpty != isFound, "\(trials): \(keyword) in \(text)")
            let middle = snippet.text.replacingOccurrences(of: "…", with: "")
            guard isFound else { continue }
            #expect(line.contains(middle), "\(trials): \(snippet.text) in \(line)")
            #expect(snippet.text.hasPrefix("…") || line.hasPrefix(middle), "\(trials): start of \(snippet.text) in \(line)")
            #expect(snippet.text.hasSuffix("…") || line.hasSuffix(middle), "\(trials): end of \(snippet.text) in \(line)")
        }
    }

    @Test("Ends between words with an ellipsis if the most matches are at the end of the part that was searched")
    func richestAtTheEnd() {
        let contents = "메일 하나 둘 셋 넷 메일 메일 가나다라마바사 아자차카"
        #expect(snippet(contents, "메일", length: 10).text == "…넷 메일 메일…")
    }

    @Test("Limits the snippet without a hit or with a very long one") func ends() {
        #expect(snippet(String(repeating: "말 ", count: 3_000), "없다", length: 6).text == "말 말 말…")
        let long = snippet(String(repeating: "긴", count: 900), String(repeating: "긴", count: 300), length: 10)
        #expect(long.ranges.count == 1)
        #expect(long.text.hasPrefix("긴"))
        #expect(long.text.count <= 12)
        #expect(snippet("", "없다").text.isEmpty)
        #expect(snippet("<p></p>", "없다").ranges.isEmpty)
    }
}
