import Foundation
import NoticeBoardSearch
import Testing

@Suite("Highlighter results", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct HighlighterResultTests {
    @Test("Returns at most the limit of ranges", arguments: [(-1, 0), (0, 0), (1, 1), (2, 2), (9, 3)])
    func limit(limit: Int, expected: Int) {
        let highlighter = Highlighter("a")
        let text = "a b a b A"
        #expect(highlighter.ranges(in: text, limit: limit).count == expected)
        #expect(highlighter.utf8Ranges(in: text, limit: limit).count == expected)
        #expect(highlighter.utf16Ranges(in: text, limit: limit).count == expected)
    }

    @Test("Splits user input at white space")
    func userInput() {
        let highlighter = Highlighter(userInput: "  메일\tMAIL\u{3000}mail\n가 \u{1100}\u{1161} ")
        #expect(highlighter.terms == ["메일", "MAIL", "mail", "가", "\u{1100}\u{1161}"])
        #expect(highlighter.utf8Ranges(in: "가 mail") == [0..<3, 4..<8])
        #expect(Highlighter(userInput: " \n ").terms.isEmpty)
        #expect(Highlighter(userInput: " \n ").ranges(in: "a b").isEmpty)
    }

    @Test("Splits a text into segments that join to the text")
    func segments() {
        let text = "검색 결과: cafe\u{301} 검색"
        let segments = Highlighter("검색").segments(of: text)
        #expect(segments.map { String($0.text) } == ["검색", " 결과: cafe\u{301} ", "검색"])
        #expect(segments.map(\.isMarked) == [true, false, true])
        #expect(Highlighter("x").segments(of: "").isEmpty)
    }

    @Test("Merges overlapping ranges into one segment")
    func overlappingSegments() {
        let text = "abcdef ab"
        let ranges = [0..<2, 1..<3, 2..<4, 7..<9].map { range in
            text.index(text.startIndex, offsetBy: range.lowerBound)..<text.index(text.startIndex, offsetBy: range.upperBound)
        }
        let segments = Highlighter.segments(of: text, markedAt: ranges)
        #expect(segments.map { String($0.text) } == ["abcd", "ef ", "ab"])
        #expect(segments.map(\.isMarked) == [true, false, true])
    }

    @Test("Escapes the text in marked HTML")
    func markedHTML() {
        let highlighter = Highlighter("b")
        #expect(highlighter.marked("a < b", open: "<mark>", close: "</mark>", escaping: .html) == "a &lt; <mark>b</mark>")
        let hostile = "<b onclick='x'>\"&amp;"
        #expect(
            highlighter.marked(hostile, open: "[", close: "]", escaping: .html)
                == "&lt;[b] onclick=&#39;x&#39;&gt;&quot;&amp;amp;")
        #expect(Highlighter("lt").marked("<", open: "[", close: "]", escaping: .html) == "&lt;")
        #expect(highlighter.marked("a < b", open: "*", close: "*", escaping: .unescaped) == "a < *b*")
    }

    @Test("Shows control characters in marked terminal text")
    func markedTerminal() {
        let marked = Highlighter("b").marked("a\u{1B}[31m\u{202E}b\r\n\t\u{7F}\u{9B}", open: "[", close: "]", escaping: .terminal)
        #expect(marked == "a␛[31m<U+202E>[b]␍\n\t␡<U+009B>")
        #expect(!marked.unicodeScalars.contains("\u{1B}"))
    }

    @Test("Removes control and direction characters from terminal text")
    func directions() {
        let all = (0...0x10_FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        let turning = all.filter { $0.properties.isBidiControl || $0.properties.generalCategory == .control }
        #expect(turning.count > 70)
        for scalar in turning where scalar != "\n" && scalar != "\t" {
            let shown = Highlighter("b").marked("a\(scalar)c", open: "[", close: "]", escaping: .terminal)
            #expect(!shown.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("Shows the part with the most matches in a snippet")
    func snippet() {
        let text = "hit " + String(repeating: "x", count: 40) + " hit👨‍👩‍👧hit " + String(repeating: "y", count: 40)
        let snippet = Highlighter("hit").snippet(of: text, length: 11)
        #expect(snippet.text == "…hit👨‍👩‍👧hit…")
        #expect(snippet.ranges.map { String(snippet.text[$0]) } == ["hit", "hit"])
        #expect(snippet.isCutAtStart)
        #expect(snippet.isCutAtEnd)
        #expect(snippet.segments.filter(\.isMarked).count == 2)
    }

    @Test("Cuts snippets of short texts, without matches and without length")
    func snippetEdges() {
        let highlighter = Highlighter("hit")
        let whole = highlighter.snippet(of: "a hit", length: 20)
        #expect(whole.text == "a hit")
        #expect(!whole.isCutAtStart)
        #expect(!whole.isCutAtEnd)
        #expect(whole.ranges.count == 1)
        let plain = highlighter.snippet(of: "nothing here", length: 7)
        #expect(plain.text == "nothing…")
        #expect(plain.ranges.isEmpty)
        #expect(highlighter.snippet(of: "a hit", length: 0).text == "…")
        #expect(highlighter.snippet(of: "a hit", length: -5).ranges.isEmpty)
        #expect(highlighter.snippet(of: "", length: 5).text.isEmpty)
        #expect(highlighter.snippet(of: "one two hit", length: 4).text == "…hit")
        #expect(highlighter.snippet(of: "a hit b", length: 2).text == "…hi…")
    }

    @Test("Shows whole words around the most different terms in one line")
    func snippetWords() {
        let highlighter = Highlighter(userInput: "the zebra")
        let beginning = "the the the the the and\r\n\n  much more about the\t zebra\n\nof the town "
        let body = beginning + String(repeating: "x ", count: 40)
        let snippet = highlighter.snippet(of: body, length: 30)
        #expect(snippet.text == "…about the zebra of the town x…")
        #expect(snippet.ranges.map { String(snippet.text[$0]) } == ["the", "zebra", "the"])
        #expect(Highlighter("x").snippet(of: " \n a \n x  \n", length: 9).text == "a x")
        #expect(Highlighter("나").snippet(of: "가나다라마바사아자차카타파하", length: 5).text == "가나다라마…")
        let spaces = Highlighter(" ").snippet(of: "a  b", length: 9)
        #expect(spaces.ranges.map { String(spaces.text[$0]) } == [" "])
    }

    @Test("Shows as many matches in a snippet as in any window", arguments: 0...30)
    func snippetInvariants(length: Int) {
        let texts = ["검색 xx 검색 검색 yyy 검색zz", "검색", "abc", "a검색검색검색b", String(repeating: "z검색", count: 12), "검\n 색  xx\n검색 x"]
        for text in texts {
            let snippet = Highlighter("검색").snippet(of: text, length: length)
            let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let shown = snippet.text.drop { $0 == "…" }.prefix { $0 != "…" }
            #expect(shown.count <= length)
            #expect((shown.isEmpty || flat.contains(shown)))
            #expect(snippet.text == (snippet.isCutAtStart ? "…" : "") + shown + (snippet.isCutAtEnd ? "…" : ""))
            #expect(snippet.isCutAtStart || snippet.isCutAtEnd || String(shown) == flat)
            #expect(snippet.ranges.allSatisfy { "검색".contains(snippet.text[$0]) })
            // No other window of whole characters holds more whole matches.
            let count = snippet.ranges.filter { snippet.text[$0] == "검색" }.count
            let characters = Array(flat)
            for start in characters.indices {
                let window = String(characters[start..<min(characters.count, start + length)])
                #expect(Highlighter("검색").ranges(in: window).count <= count, "\(window) in \(text)")
            }
        }
    }

    @Test("Finds ranges in an attributed text")
    @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
    func attributed() {
        let highlighter = Highlighter("검색")
        let text = "👨‍👩‍👧 검색 cafe\u{301} 검색"
        let ranges = highlighter.ranges(in: AttributedString(text))
        #expect(ranges.map { String(AttributedString(text)[$0].characters) } == ["검색", "검색"])
    }

    @Test("Compares by keywords and options")
    func equality() {
        #expect(Highlighter("a") == Highlighter(terms: ["a"]))
        #expect(Highlighter("a") != Highlighter("b"))
        #expect(Highlighter("a") != Highlighter("a", options: .caseSensitive))
        #expect(Set([Highlighter("a"), Highlighter("a")]).count == 1)
    }

    @Test("Finds a prefix only at the start of a text")
    func prefix() {
        let typed = Highlighter("국ㄱ", options: .hangulTyping)
        #expect(typed.prefixRange(in: "국가 공지") != nil)
        #expect(typed.prefixRange(in: "한국가") == nil)
        #expect(Highlighter("ㄱㅈ", options: .hangulTyping).prefixRange(in: "공지")?.upperBound == "공지".endIndex)
    }

    @Test("Hides the keyword in its description, dump and mirror")
    func privacy() {
        var dumped = ""
        for highlighter in [Highlighter("비밀 secret"), Highlighter(userInput: "비밀 secret", options: .hangulTyping)] {
            dump(["key": highlighter], to: &dumped)
            dumped += "\(highlighter) \(String(reflecting: [highlighter])) \(Mirror(reflecting: highlighter).children.map { $0 })"
        }
        #expect(!dumped.contains("비밀"))
        #expect(!dumped.contains("secret"))
        #expect(dumped.contains("Highlighter(2 terms)"))
    }
}
