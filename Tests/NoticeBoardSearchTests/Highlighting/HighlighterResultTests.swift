import Foundation
import NoticeBoardSearch
import Testing

@Suite("Highlighter's results", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct HighlighterResultTests {
    @Test("A limit stops the search, and none or less gives nothing", arguments: [(-1, 0), (0, 0), (1, 1), (2, 2), (9, 3)])
    func limit(limit: Int, expected: Int) {
        let highlighter = Highlighter("a")
        let text = "a b a b A"
        #expect(highlighter.ranges(in: text, limit: limit).count == expected)
        #expect(highlighter.utf8Ranges(in: text, limit: limit).count == expected)
        #expect(highlighter.utf16Ranges(in: text, limit: limit).count == expected)
        #expect(highlighter.matches(in: text, limit: limit).count == expected)
        var seen = 0
        highlighter.forEachMatch(in: text, limit: limit) { _ in seen += 1 }
        #expect(seen == expected)
        #expect(highlighter.segments(of: text, limit: limit).filter(\.isMarked).count == expected)
        #expect(highlighter.ranges(inEach: [text, text], limit: limit).map(\.count) == [expected, expected])
        let marked = highlighter.marked(text, open: "[", close: "]", escaping: .html, limit: limit)
        #expect(marked.filter { $0 == "[" }.count == expected)
    }

    @Test("What a person typed is split at white space, and words that mean the same are looked for once")
    func userInput() {
        let highlighter = Highlighter(userInput: "  메일\tMAIL\u{3000}mail\n가 \u{1100}\u{1161} ")
        #expect(highlighter.terms == ["메일", "MAIL", "mail", "가", "\u{1100}\u{1161}"])
        #expect(highlighter.matches(in: "가 mail").map(\.term) == [3, 1])
        #expect(Highlighter(userInput: " \n ").terms.isEmpty)
        #expect(Highlighter(userInput: " \n ").ranges(in: "a b").isEmpty)
    }

    @Test("Without merging every match keeps its term, and those of the first term come first")
    func matchesKeepTheirTerm() {
        let matches = Highlighter(terms: ["bc", "b", "cab"], merge: .none).matches(in: "abcab")
        #expect(matches.map(\.term) == [0, 1, 2, 1])
        #expect(matches.map { "abcab".utf16Offsets(of: $0.range) } == [1..<3, 1..<2, 2..<5, 4..<5])
        #expect(Highlighter(terms: ["bc", "b", "cab"]).matches(in: "abcab").map(\.term) == [0])
    }

    @Test("UTF-16 ranges are right where unmerged matches overlap")
    func overlappingUTF16() {
        let ranges = Highlighter(terms: ["가나다", "나", "다😀"], merge: .none).utf16Ranges(in: "가나다😀")
        #expect(ranges == [NSRange(location: 0, length: 3), NSRange(location: 1, length: 1), NSRange(location: 2, length: 3)])
    }

    @Test("Segments put together are the text, and marked ones are the matches")
    func segments() {
        let text = "검색 결과: cafe\u{301} 검색"
        let segments = Highlighter("검색").segments(of: text)
        #expect(segments.map { String($0.text) } == ["검색", " 결과: cafe\u{301} ", "검색"])
        #expect(segments.map(\.isMarked) == [true, false, true])
        #expect(Highlighter("x").segments(of: "").isEmpty)
        #expect(Highlighter(terms: ["ab", "bc"], merge: .none).segments(of: "abcd").map { String($0.text) } == ["abc", "d"])
        let chained = Highlighter(terms: ["ab", "bc", "cd", "de"], merge: .none).segments(of: "abcdef ab")
        #expect(chained.map { String($0.text) } == ["abcde", "f ", "ab"] && chained.map(\.isMarked) == [true, false, true])
    }

    @Test("Marked HTML keeps what is not markup, and the markup is only ours")
    func markedHTML() {
        let highlighter = Highlighter("b")
        #expect(highlighter.marked("a < b", open: "<mark>", close: "</mark>", escaping: .html) == "a &lt; <mark>b</mark>")
        let hostile = "<b onclick='x'>\"&amp;"
        #expect(
            highlighter.marked(hostile, open: "[", close: "]", escaping: .html)
                == "&lt;[b] onclick=&#39;x&#39;&gt;&quot;&amp;amp;")
        #expect(Highlighter("lt").marked("<", open: "[", close: "]", escaping: .html) == "&lt;")
        #expect(highlighter.marked("a < b", open: "*", close: "*", escaping: .none) == "a < *b*")
    }

    @Test("Marked terminal text shows control and direction characters instead of obeying them")
    func markedTerminal() {
        let marked = Highlighter("b").marked("a\u{1B}[31m\u{202E}b\r\n\t\u{7F}\u{9B}", open: "[", close: "]", escaping: .terminal)
        #expect(marked == "a␛[31m<U+202E>[b]␍\n\t␡<U+009B>")
        #expect(!marked.unicodeScalars.contains("\u{1B}"))
    }

    @Test("No character that turns the direction of writing, or moves the cursor, reaches a terminal")
    func directions() {
        let all = (0...0x10_FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        let turning = all.filter { $0.properties.isBidiControl || $0.properties.generalCategory == .control }
        #expect(turning.count > 70)
        for scalar in turning where scalar != "\n" && scalar != "\t" {
            let shown = Highlighter("b").marked("a\(scalar)c", open: "[", close: "]", escaping: .terminal)
            #expect(!shown.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("A snippet holds the richest place, whole characters, and ellipses only where text was cut")
    func snippet() {
        let text = "hit " + String(repeating: "x", count: 40) + " hit👨‍👩‍👧hit " + String(repeating: "y", count: 40)
        let snippet = Highlighter("hit").snippet(of: text, length: 11)
        #expect(snippet.text == "…hit👨‍👩‍👧hit…")
        #expect(snippet.ranges.map { String(snippet.text[$0]) } == ["hit", "hit"])
        #expect(String(text[snippet.source]) == "hit👨‍👩‍👧hit")
        #expect(snippet.utf8Offset == 45)
        #expect(snippet.isCutAtStart && snippet.isCutAtEnd)
        #expect(snippet.segments.filter(\.isMarked).count == 2)
    }

    @Test("A snippet of a short text is the text; without a match it is the beginning; of no length it is empty")
    func snippetEdges() {
        let highlighter = Highlighter("hit")
        let whole = highlighter.snippet(of: "a hit", length: 20)
        #expect(whole.text == "a hit" && !whole.isCutAtStart && !whole.isCutAtEnd && whole.ranges.count == 1)
        let plain = highlighter.snippet(of: "nothing here", length: 7)
        #expect(plain.text == "nothing…" && plain.ranges.isEmpty && plain.utf8Offset == 0)
        #expect(highlighter.snippet(of: "a hit", length: 0).text == "…")
        #expect(highlighter.snippet(of: "a hit", length: -5).ranges.isEmpty)
        #expect(highlighter.snippet(of: "", length: 5).text.isEmpty)
        #expect(highlighter.snippet(of: "one two hit", length: 4).text == "…hit")
        #expect(highlighter.snippet(of: "a hit b", length: 2).text == "…hi…")
    }

    @Test("A snippet is one line of whole words around as many different terms as fit")
    func snippetWords() {
        let highlighter = Highlighter(userInput: "the zebra")
        let beginning = "the the the the the and\r\n\n  much more about the\t zebra\n\nof the town "
        let body = beginning + String(repeating: "x ", count: 40)
        let snippet = highlighter.snippet(of: body, length: 30)
        #expect(snippet.text == "…about the zebra of the town x…")
        #expect(snippet.ranges.map { String(snippet.text[$0]) } == ["the", "zebra", "the"])
        #expect(body[snippet.source] == "about the\t zebra\n\nof the town x")
        #expect(Highlighter("x").snippet(of: " \n a \n x  \n", length: 9).text == "a x")
        #expect(Highlighter("나").snippet(of: "가나다라마바사아자차카타파하", length: 5).text == "가나다라마…")
        let spaces = Highlighter(" ").snippet(of: "a  b", length: 9)
        #expect(spaces.ranges.map { String(spaces.text[$0]) } == [" "])
    }

    @Test("A snippet is right for any length and place", arguments: 0...30)
    func snippetInvariants(length: Int) {
        let texts = ["검색 xx 검색 검색 yyy 검색zz", "검색", "abc", "a검색검색검색b", String(repeating: "z검색", count: 12), "검\n 색  xx\n검색 x"]
        for text in texts {
            let snippet = Highlighter("검색").snippet(of: text, length: length)
            let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let shown = snippet.text.drop { $0 == "…" }.prefix { $0 != "…" }
            #expect(shown.count <= length && (shown.isEmpty || flat.contains(shown)))
            #expect(text[snippet.source].split(whereSeparator: \.isWhitespace).joined(separator: " ") == shown)
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

    @Test("An attributed text is marked where the text is")
    @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
    func attributed() {
        let highlighter = Highlighter("검색")
        let text = "👨‍👩‍👧 검색 cafe\u{301} 검색"
        let ranges = highlighter.ranges(in: AttributedString(text))
        #expect(ranges.map { String(AttributedString(text)[$0].characters) } == ["검색", "검색"])
        var attributes = AttributeContainer()
        attributes.link = URL(string: "x:y")
        let marked = highlighter.attributed(text, marking: attributes)
        #expect(String(marked.characters) == text)
        #expect(marked.runs.filter { $0.link != nil }.map { String(marked[$0.range].characters) } == ["검색", "검색"])
    }

    @Test("Many texts give what each gives alone")
    func batch() {
        let texts = ["검색 결과", "", "없음", "결과 검색 검색"]
        let highlighter = Highlighter("검색")
        #expect(highlighter.ranges(inEach: texts) == texts.map { highlighter.ranges(in: $0) })
        var seen: [Int] = []
        highlighter.forEachMatch(inEach: texts, limit: 1) { text, _ in seen.append(text) }
        #expect(seen == [0, 3])
    }

    @Test("Highlighters are equal when they look for the same in the same way")
    func equality() {
        #expect(Highlighter("a") == Highlighter(terms: ["a"]))
        #expect(Highlighter("a") != Highlighter("b"))
        #expect(Highlighter("a") != Highlighter("a", options: .caseSensitive))
        #expect(Highlighter(terms: ["a"], merge: .touching) != Highlighter("a"))
        #expect(Set([Highlighter("a"), Highlighter("a")]).count == 1)
    }

    @Test("Type-ahead sees only what a text begins with")
    func prefix() {
        let typed = Highlighter("국ㄱ", options: .hangulTyping)
        #expect(typed.prefixRange(in: "국가 공지") != nil)
        #expect(typed.prefixRange(in: "한국가") == nil)
        #expect(Highlighter("ㄱㅈ", options: .hangulTyping).prefixRange(in: "공지")?.upperBound == "공지".endIndex)
    }

    @Test("Capital and small letters are the same whatever is added, unless somebody says otherwise")
    func optionsOnlyAdd() {
        let added: [Highlighter.Options] = [
            .diacriticInsensitive, .widthInsensitive, .emojiPresentationInsensitive, .turkic, .hangulTyping,
        ]
        for option in added {
            #expect(Highlighter("CAFé", options: option).isMatch(in: "cafÉ"), "\(option)")
            #expect(!Highlighter("CAFé", options: [option, .caseSensitive]).isMatch(in: "cafÉ"), "\(option)")
        }
        #expect(Highlighter("I", options: .turkic).ranges(in: "I i ı İ").count == 2)
    }

    @Test("What a closure throws ends the search and comes out of it; one that stops it sees no more")
    func endings() {
        struct Enough: Error {}
        let highlighter = Highlighter("a")
        var seen = 0
        #expect(throws: Enough.self) {
            try highlighter.forEachMatch(in: "a a a a") { _ in
                seen += 1
                if seen == 2 { throw Enough() }
            }
        }
        #expect(throws: Enough.self) { try highlighter.forEachMatch(inEach: ["", "a a"]) { _, _ in throw Enough() } }
        highlighter.forEachMatch(in: "a a a a") { _, stop in
            seen += 1
            stop = true
        }
        #expect(seen == 3)
    }

    @Test("A part of a text is marked by indices of the text itself")
    func parts() {
        let text = "검색 · cafe\u{301} 검색"
        let part = text.dropFirst(3)
        let highlighter = Highlighter("검색")
        #expect(highlighter.ranges(in: part).map { text.utf8Offsets(of: $0) } == [17..<23])
        #expect(highlighter.matches(in: part).map { text[$0.range] } == ["검색"])
        #expect(highlighter.firstRange(in: part) == highlighter.ranges(in: part).first && highlighter.isMatch(in: part))
        #expect(highlighter.segments(of: part).map { String($0.text) } == [" · cafe\u{301} ".dropFirst(1).description, "검색"])
        #expect(!Highlighter("cafe").isMatch(in: text.prefix { $0 != "검" }))
    }

    @Test("Nothing of a keyword is in what a highlighter prints, dumps or reflects")
    func privacy() {
        var dumped = ""
        for highlighter in [Highlighter("비밀 secret"), Highlighter(userInput: "비밀 secret", options: .hangulTyping)] {
            dump(["key": highlighter], to: &dumped)
            dumped += "\(highlighter) \(String(reflecting: [highlighter])) \(Mirror(reflecting: highlighter).children.map { $0 })"
        }
        #expect(!dumped.contains("비밀") && !dumped.contains("secret") && dumped.contains("Highlighter(2 terms)"))
    }

    @Test("Matches, segments and snippets can be made for a preview")
    func byHand() {
        let text = "a hit"
        let range = text.index(text.startIndex, offsetBy: 2)..<text.endIndex
        #expect(Highlighter.Match(range: range) == Highlighter("hit").matches(in: text)[0])
        #expect(Highlighter.Segment(text: text[range], isMarked: true) == Highlighter("hit").segments(of: text)[1])
        #expect(Highlighter.Snippet(text: text, ranges: [range]) == Highlighter("hit").snippet(of: text, length: 20))
    }
}
