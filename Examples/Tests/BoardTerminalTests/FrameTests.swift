import BoardTerminal
import Foundation
import NoticeBoardKit
import TerminalSupport
import Testing

@Suite("Board browser: drawing") struct FrameTests {
    @Test("Every state fits every window size", arguments: Language.builtIn, Samples.sizes)
    func windowSizes(_ language: Language, _ size: WindowSize) {
        for state in Samples.states(language) {
            let lines = Frame(state, in: size).lines
            #expect(lines.count == size.rows)
            for line in lines {
                #expect(line.columns <= size.columns)
                #expect(line.text.columns == line.columns)
            }
        }
    }

    @Test("Text from the service can't control the terminal") func hostileText() {
        for state in Samples.states(.korean) {
            for line in Frame(state, in: WindowSize(columns: 200, rows: 60)).lines {
                let acting = line.text.unicodeScalars.filter {
                    $0.properties.generalCategory == .control || $0.properties.isBidiControl
                        || $0.properties.generalCategory == .lineSeparator
                }
                #expect(acting.isEmpty)
            }
        }
    }

    private func list(_ feed: FeedState<Post>, _ language: Language = .english) -> BrowserState {
        let menu = BoardMenu.State(boards: Loaded(Samples.boards), selection: .open(Samples.boards[0]), language: language)
        let list = PostList.State(selection: menu.selection, feed: feed, builder: Samples.builder(language))
        return BrowserState(menu: menu, list: list, search: Samples.search(feed, language), language: language)
    }

    @Test("Columns are aligned for any content", arguments: [(80, 24), (40, 10), (200, 60)]) func alignment(
        _ columns: Int, _ rows: Int
    ) {
        let lines = Frame(list(Samples.feed(60)), in: WindowSize(columns: columns, rows: rows)).lines
        let places = lines.compactMap { line in
            line.text.range(of: "26-03-01").map { line.text[..<$0.lowerBound].columns }
        }
        #expect(places.count == rows - 3)
        #expect(Set(places).count == 1)
    }

    @Test("Without posts, a failure fills the body") func failureWithoutPosts() {
        let state = list(Samples.feed(0) { ($0.isLoaded, $0.refresh) = (false, .failed(Samples.failure)) })
        let text = Frame(state, in: WindowSize(columns: 80, rows: 24)).lines.map(\.text).joined(separator: "\n")
        #expect(text.contains(Samples.failure.text(in: .english)))
        #expect(text.contains("Press r to try again."))
        let lines = text.split(separator: "\n")
        #expect(lines.filter { $0.contains(Samples.failure.text(in: .english)) }.count == 1)
    }

    @Test("With posts, a failure is in the status line") func failureWithPosts() {
        let lines = Frame(list(Samples.feed(30) { $0.older = .failed(Samples.failure) }), in: WindowSize(columns: 80, rows: 24))
            .lines
        #expect(lines[22].text.contains("✗"))
        #expect(lines[1].text.contains("회의실"))
    }

    @Test("The heading says that posts are stored on the device") func storedPosts() {
        let date = Date(timeIntervalSince1970: 1_772_323_200)
        let feed = Samples.feed(30) { $0.storedAt = date }
        let heading = Frame(list(feed), in: WindowSize(columns: 100, rows: 24)).lines[0].text
        #expect(heading.contains("stored on this device 26-03-01"))
    }

    @Test("The status line counts new posts") func newPosts() {
        let lines = Frame(list(Samples.feed(30) { $0.newItemCount = 3 }), in: WindowSize(columns: 80, rows: 24)).lines
        #expect(lines[22].text.contains("3 new posts above"))
    }

    @Test("An expired token asks the user to sign in") func expiredToken() {
        let failure = NoticeBoardError(.unauthorized, "The token is over.")
        let lines = Frame(list(Samples.feed(30) { $0.older = .failed(failure) }), in: WindowSize(columns: 100, rows: 24)).lines
        #expect(lines[22].text.contains("Press s to sign in again."))
        #expect(lines[23].text.hasPrefix(" s sign in"))
    }

    @Test("Hits are colored and underlined") func hitStyle() {
        var state = list(Samples.feed(6))
        state.view.pane = .search
        let lines = Frame(state, in: WindowSize(columns: 80, rows: 24)).lines
        let marked = lines.flatMap(\.pieces).filter { $0.text == "메일" && $0.style.isUnderlined && $0.style.color != nil }
        #expect(marked.count == 6)
    }

    @Test("A screen uses one language", arguments: Language.builtIn) func language(_ language: Language) {
        var state = list(Samples.feed(0), language)
        state.list.feed = FeedState()
        state.menu.boards = Loaded([Board(id: 1, name: "B")])
        state.list.selection = .open(Board(id: 1, name: "B"))
        state.search.selection = .open(Board(id: 1, name: "B"))
        for place in [BrowserState.Pane.menu, .list, .search] {
            state.view.pane = place
            state.view.isTyping = place == .search
            for help in [false, true] {
                state.view.showsHelp = help
                let text = Frame(state, in: WindowSize(columns: 80, rows: 30)).lines.map(\.text).joined()
                let korean = text.replacingOccurrences(of: "메일", with: "").contains { "가" <= $0 && $0 <= "힣" }
                #expect(korean == (language == .korean), "\(text)")
            }
        }
    }

    /// Prints the time; a debug build takes several times as long as a release build.
    @Test("Measures the time of a frame") func frameTime() {
        let size = WindowSize(columns: 200, rows: 60)
        let states = (0..<50).map { index in
            var state = list(Samples.feed(500))
            state.view.post.move(to: index * 7)
            state.view.post.follow(Samples.posts(500).map { .item($0.id) }, height: 57)
            return state
        }
        var painter = Painter(.full)
        var written = 0
        let start = DispatchTime.now().uptimeNanoseconds
        for state in states { written += painter.paint(Frame(state, in: size).lines, in: size).utf8.count }
        let milliseconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6 / Double(states.count)
        print("a frame of 200×60 takes \((milliseconds * 100).rounded() / 100) ms, drawn and painted")
        #expect(written > 0)
    }
}
