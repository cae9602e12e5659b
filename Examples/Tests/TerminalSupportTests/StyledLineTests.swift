import TerminalSupport
import Testing

@Suite("Styled line") struct StyledLineTests {
    private static let texts = ["", "a", "plain text", "가나다라", "a가b나", "🎉🎉🎉", "👨‍👩‍👧‍👦 가족", "e\u{301}e\u{301}", "\u{1B}[2J", "가\n나"]

    @Test("Cuts and pads a line to any width", arguments: texts) func cutAndPad(_ text: String) {
        let line = StyledLine(text, Style(bold: true)) + StyledLine(text)
        for width in 0...30 {
            #expect(line.cut(to: width).columns <= width)
            #expect(line.cut(to: width).text.columns == line.cut(to: width).columns)
            #expect(line.padded(to: width).columns == width)
            #expect(line.aligned(right: width).columns == width)
        }
        #expect(line.cut(to: line.columns) == line)
    }

    @Test("A cut line ends in an ellipsis") func ellipsis() {
        #expect(StyledLine("abcdef").cut(to: 4).text == "abc…")
        #expect(StyledLine("가나다").cut(to: 4).text == "가…")
        #expect(StyledLine("가나다").padded(to: 4).text == "가… ")
    }

    @Test("Text can't control the terminal") func controlCharacters() {
        let line = StyledLine("a\u{1B}[31m\u{7}\u{9B}2J\u{202E}\r\n\u{2028}b")
        let acting = line.text.unicodeScalars.filter {
            $0.properties.generalCategory == .control || $0.properties.isBidiControl || $0.value == 0x2028
        }
        #expect(acting.isEmpty)
        #expect(line.text.hasPrefix("a⟨U+1B⟩[31m⟨U+7⟩⟨U+9B⟩"))
        #expect(StyledLine("a" + String(repeating: "\u{301}", count: 5_000)).text == "⟨…⟩")
    }

    @Test("Limits the width of a very long text") func longText() {
        let line = StyledLine(String(repeating: "가", count: 1_000_000))
        #expect(line.columns < 5 * StyledLine.maximumColumns)
    }

    @Test("Wrapping removes only spaces", arguments: 2...12) func wrapping(_ width: Int) {
        let text = "The quick brown 여우가 게으른 개를 뛰어넘습니다 🎉\n\nsupercalifragilistic 漢字漢字漢字"
        let lines = Wrapping.lines(of: text, width: width)
        #expect(lines.allSatisfy { $0.columns <= width })
        #expect(lines.map(\.text).joined().filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
    }

    @Test("Marks continue on the next line") func wrappedMarks() {
        let text = "one two three"
        let marked = Style(underlined: true)
        let range = text.index(text.startIndex, offsetBy: 4)..<text.index(text.startIndex, offsetBy: 10)
        let wrapping = Wrapping(text, width: 8, marks: [Wrapping.Mark(range, marked)])
        let lines = wrapping.lines
        let found = lines.flatMap(\.pieces).filter { $0.style == marked }.map(\.text)
        #expect(lines.map(\.text) == ["one two ", "three"])
        #expect(found.joined() == "two th")
        #expect([text.startIndex, range.lowerBound, range.upperBound].map(wrapping.lineNumber) == [0, 0, 1])
    }

    @Test("Breaks lines between ideographs") func ideographs() {
        #expect(Wrapping.lines(of: "ab 漢字漢字", width: 6).map(\.text) == ["ab 漢", "字漢字"])
        #expect(Wrapping.lines(of: "ab 한글", width: 6).map(\.text) == ["ab ", "한글"])
    }
}
