import BoardTerminal
import Foundation
import NoticeBoardKit
import TerminalSupport
import Testing

@Suite("Board browser: post") struct PostPageTests {
    private static let html = """
        <h1>Menu \(Samples.hostile)</h1><p>The <b>mail</b> of today, 메일입니다.</p><ul><li>one<li>mail two</ul><ol><li>first</ol>
        <blockquote>quoted <blockquote>twice mail</blockquote></blockquote><pre>code   mail</pre><hr>
        <table><tr><td>cell<td>mail</tr><tr><td>\(Samples.family)<td>b</tr></table><a href="https://example.com/a">a link</a>
        <img src="https://example.com/p.png" alt="a picture"><p>\(String(repeating: "긴글입니다 ", count: 300))</p>
        """

    private func page(_ contents: String, hit: Int? = nil) -> PostPage.State {
        let post = Post(
            id: 7, title: "mail " + Samples.titles[0], boardID: 1, writer: Writer(name: Samples.hostile), contents: contents,
            type: .notice,
            attachmentCount: 2)
        let content = PostContent(contents, highlighting: Highlighter("mail"))
        var page = PostPage.State(
            post, content: content, builder: Samples.builder(.english, highlighting: "mail"), board: Samples.boards[0])
        page.hitIndex = hit ?? page.hitIndex
        return page
    }

    private func state(_ page: PostPage.State, width: Int) -> BrowserState {
        var state = Samples.states(.english)[1]
        state.view = BrowserState.View()
        state.view.pane = .post
        state.page = page
        state.layout = PostLayout(page, width: width)
        return state
    }

    @Test("A post fits every window size", arguments: Samples.sizes) func windowSizes(_ size: WindowSize) {
        for contents in [Self.html, "", "plain\ntext", String(repeating: "<div>", count: 10_000)] {
            var state = state(page(contents), width: Frame(Samples.states(.english)[1], in: size).postColumns)
            for top in [0, 3, 10_000] {
                state.view.postTop = top
                let lines = Frame(state, in: size).lines
                #expect(lines.count == size.rows)
                #expect(lines.allSatisfy { $0.columns <= size.columns && $0.text.columns == $0.columns })
                #expect(lines.allSatisfy { $0.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
            }
        }
    }

    @Test("Marks the current hit differently from the others") func currentHit() throws {
        let all = page(Self.html)
        let hits = try #require(all.content?.hits.count)
        #expect(hits == 5)
        var lines: [Int] = []
        for hit in 0..<hits {
            let layout = PostLayout(page(Self.html, hit: hit), width: 60)
            let marked = layout.lines.dropFirst(3).flatMap(\.pieces).filter { $0.text == "mail" && $0.style.isUnderlined }
            #expect(marked.count == hits)
            #expect(marked.firstIndex { $0.style.isReversed } == hit)
            #expect(marked.count { $0.style.isReversed } == 1)
            let line = try #require(layout.lineOfHit)
            #expect(layout.lines[line].pieces.contains { $0.style.isReversed })
            lines.append(line)
        }
        #expect(lines == lines.sorted())
    }

    @Test("Draws each kind of block") func blocks() {
        let text = PostLayout(page(Self.html), width: 80).lines.map(\.text)
        for part in ["• one", "1. first", "│ quoted", "│ │ twice mail", "code   mail", "cell │ mail", "→ https://example.com/a"] {
            #expect(text.contains { $0.contains(part) }, "\(part)")
        }
        #expect(text.contains { $0.contains("[a picture] https://example.com/p.png") })
        #expect(text[1].contains("2 attachments"))
        #expect(text[0].hasPrefix("[Notice] mail"))
    }

    @Test("The status line shows the current hit or the failure") func status() {
        var state = state(page(Self.html, hit: 2), width: 76)
        let size = WindowSize(columns: 80, rows: 24)
        #expect(Frame(state, in: size).lines[22].text == " hit 3/5")
        state.page.failure = NoticeBoardError(.noNetwork)
        #expect(Frame(state, in: size).lines[22].text.contains(NoticeBoardError(.noNetwork).text(in: .english)))
    }
}
