import TerminalSupport
import Testing

@Suite("Screens as a picture", .timeLimit(.minutes(1))) struct ScreenPictureTests {
    private func svg(_ lines: StyledLine...) -> String {
        let frame = ScreenPicture.Frame("caption", lines)
        return ScreenPicture(title: "title", frames: [frame], size: WindowSize(columns: 20, rows: 3)).svg
    }

    @Test("A text cannot become markup") func markup() {
        let picture = svg(StyledLine("<b>&"))
        #expect(picture.contains("&lt;b&gt;&amp;</text>"))
        #expect(!picture.contains("<b>"))
    }

    @Test("A wide character takes two columns") func wide() {
        let picture = svg(StyledLine("가a"))
        #expect(picture.contains(#"x="16 32.8""#))
    }

    @Test("Spaces at the beginning move the text") func spaces() {
        let picture = svg(StyledLine("  a"))
        #expect(picture.contains(#"x="32.8""#))
    }

    @Test("A selected row is a bar in the color of its text") func selected() {
        let picture = svg(StyledLine("ab", Style(reversed: true)))
        #expect(picture.contains(##"width="16.8" height="18" fill="#d8dee9""##))
    }

    @Test("Lines below the window are not drawn") func height() {
        let picture = svg(StyledLine("1"), StyledLine("2"), StyledLine("3"), StyledLine("below"))
        #expect(!picture.contains("below"))
    }
}
