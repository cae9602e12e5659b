import Foundation
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@Suite("Snippet window", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct SnippetTests {
    @Test("Keeps the window's length at the end of a text")
    func atTheEnd() {
        let snippet = Highlighter("hit").snippet(of: String(repeating: "x", count: 50) + "hit", length: 20)
        #expect(snippet.text == "…" + String(repeating: "x", count: 17) + "hit")
        #expect(!snippet.isCutAtEnd)
    }

    @Test("Ignores a keyword outside of the window")
    func leftBehind() {
        let gap = " " + String(repeating: "x", count: 40) + " "
        let text = "zebra" + gap + "the the the" + gap + "the zebra" + gap
        let snippet = Highlighter(userInput: "the zebra").snippet(of: text, length: 12)
        #expect(snippet.ranges.map { String(snippet.text[$0]) } == ["the", "zebra"])
    }

    @Test("Leaves out white space at the beginning of a match")
    func spaceInTerm() {
        let snippet = Highlighter(" a").snippet(of: "  a b", length: 9)
        #expect(snippet.text == "a b")
        #expect(snippet.ranges.map { String(snippet.text[$0]) } == ["a"])
        #expect(!snippet.isCutAtStart)
    }

    /// Returns the seconds that the calling thread computed for a snippet around `character`, among 10,000 of them.
    private func work(_ character: String) -> Double {
        func used() -> Double {
            var time = timespec()
            unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let (text, before) = (String(repeating: character, count: 10_000), used())
        #expect(Highlighter(character).snippet(of: text, length: 100).ranges.count == 100)
        return used() - before
    }

    @Test("A run of flags takes no more work than other characters")
    func flags() {
        // 400 times as much if each position is searched from the start of the run.
        #expect(work("🇰🇷") < 20 * work("가"))
    }

    @Test("Matches its definition for random texts")
    func definition() {
        let trials = RandomTrials()
        var random = trials.random
        let pieces = ["a", "b", "ab", "가", "나", "é", "👨‍👩‍👧", " ", " ", "  ", "\n", "\u{3000} ", "xyz", "-"]
        for _ in 0..<trials.count(60, atLeast: 30) {
            let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in random.pick(pieces) }.joined()
            let terms = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                random.pick(["a", "b", "ab", "가나", "é", "xyz", "👨‍👩‍👧"])
            }
            let (highlighter, reference) = (Highlighter(terms: terms), ReferenceSnippet(text))
            for length in -1...13 {
                let snippet = highlighter.snippet(of: text, length: length)
                #expect(
                    ReferenceSnippet.look(snippet) == reference.look(highlighter, text, length), "\(terms), \(length), \(trials)")
                if snippet.text == "…" { continue }
                #expect(snippet.isCutAtStart == snippet.text.hasPrefix("…"))
                #expect(snippet.isCutAtEnd == snippet.text.dropFirst().hasSuffix("…"))
            }
        }
    }
}
