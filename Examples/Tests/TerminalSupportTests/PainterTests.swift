import TerminalSupport
import Testing

@Suite("Painter") struct PainterTests {
    private let size = WindowSize(columns: 10, rows: 3)

    @Test("Draws only changed lines") func changedLines() {
        var painter = Painter(.palette)
        let lines = ["one", "two", "three"].map { StyledLine($0) }
        #expect(painter.paint(lines, in: size).contains("two"))
        #expect(painter.paint(lines, in: size).isEmpty)
        let second = painter.paint([lines[0], StyledLine("TWO"), lines[2]], in: size)
        #expect(second == "\u{1B}[2;1HTWO\u{1B}[K")
        painter.invalidate()
        #expect(painter.paint(lines, in: size).contains("one"))
    }

    @Test("Erases a removed line") func removedLine() {
        var painter = Painter(.monochrome)
        _ = painter.paint([StyledLine("one"), StyledLine("two")], in: size)
        #expect(painter.paint([StyledLine("one")], in: size) == "\u{1B}[2;1H\u{1B}[K")
    }

    @Test("Erases the old line before characters of ambiguous width") func ambiguousWidthErases() {
        var painter = Painter(.monochrome)
        _ = painter.paint([StyledLine("ABCDEF")], in: size)
        #expect(painter.paint([StyledLine("❤\u{FE0F}x")], in: size) == "\u{1B}[1;1H\u{1B}[K❤\u{FE0F}\u{1B}[3Gx")
        #expect(painter.paint([StyledLine("0123456789")], in: size) == "\u{1B}[1;1H0123456789")
    }

    @Test("Doesn't erase the last character of a full line") func fullLine() {
        var painter = Painter(.monochrome)
        #expect(!painter.paint([StyledLine("0123456789")], in: size).contains("\u{1B}[K"))
        #expect(painter.paint([StyledLine("0123456789ab")], in: WindowSize(columns: 12, rows: 1)).contains("\u{1B}[2J"))
    }

    @Test("Sets the column after a character of ambiguous width") func ambiguousWidthMovesCursor() {
        let painter = Painter(.monochrome)
        #expect(painter.drawing(of: StyledLine("가a")) == "가a")
        #expect(painter.drawing(of: StyledLine("❤\u{FE0F}a")) == "❤\u{FE0F}\u{1B}[3Ga")
        #expect(painter.drawing(of: StyledLine("👨‍👩‍👧 b")) == "👨‍👩‍👧\u{1B}[3G b")
    }

    @Test("Uses the colors that the terminal supports") func colors() {
        let line = StyledLine("x", Style(Color(basic: 3, red: 255, green: 204, blue: 51), underlined: true))
        let drawn = { (environment: [String: String]) in Painter(ColorDepth(environment)).drawing(of: line) }
        #expect(drawn(["TERM": "xterm"]) == "\u{1B}[0;4;33mx\u{1B}[0m")
        #expect(drawn(["TERM": "xterm-256color"]) == "\u{1B}[0;4;38;5;221mx\u{1B}[0m")
        #expect(drawn(["TERM": "xterm", "COLORTERM": "truecolor"]) == "\u{1B}[0;4;38;2;255;204;51mx\u{1B}[0m")
        #expect(drawn(["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"]) == "\u{1B}[0;4mx\u{1B}[0m")
    }
}
