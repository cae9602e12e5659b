import BoardTerminal
import NoticeBoardKit
import NoticeBoardTesting
import TerminalSupport
import Testing

@MainActor @Suite("Board browser: gaps", .timeLimit(.minutes(1))) struct GapTests {
    private let simulator = BoardSimulator(seed: 7, postsPerBoard: 95)
    private let browser: Browser
    private let size = WindowSize(columns: 100, rows: 24)

    init() {
        let client = NoticeBoardClient(transport: simulator)
        browser = Browser(
            Browser.Parts(service: client, history: InMemorySearchHistory(), language: .english), changed: {})
        browser.open()
    }

    private var screen: String { browser.lines(in: size).map(\.text).joined(separator: "\n") }

    private func press(_ key: Key) {
        _ = browser.press(key)
        _ = browser.lines(in: size)
    }

    /// Lets more posts arrive than a refresh loads, and returns the post below the gap.
    private func makeGap() async throws -> Post.ID {
        await browser.list.firstState { $0.feed.isLoaded && !$0.feed.isLoading }
        // The visible rows are near the end of the first page, so the second one loads immediately.
        _ = browser.lines(in: size)
        await browser.list.firstState { $0.feed.items.count == 60 && !$0.feed.isLoading }
        _ = browser.lines(in: size)
        let first = browser.state.list.feed.items[0].id
        simulator.change(try #require(browser.state.list.board).id) { $0.arrive(145) }
        press(.text("r"))
        await browser.list.firstState { $0.feed.gaps.count == 1 && !$0.feed.isLoading }
        return first
    }

    @Test("A gap is a row with the number of missing posts") func row() async throws {
        let below = try await makeGap()
        #expect(screen.contains("25 posts missing here: ⏎ loads them"))
        #expect(browser.view.post.id == .item(below))
        press(.up)
        #expect(browser.view.post.id == .gap(above: below))
    }

    @Test("Enter loads a gap") func load() async throws {
        _ = try await makeGap()
        _ = screen
        press(.up)
        press(.enter)
        await browser.list.firstState { $0.feed.gaps.isEmpty && !$0.feed.isLoading }
        #expect(!screen.contains("missing here"))
        #expect(browser.view.pane == .list)
    }

    @Test("The position counts posts that are missing above") func position() async throws {
        _ = try await makeGap()
        #expect(screen.contains("146/240"))
    }

    @Test("A post below a gap stays selected after its page was open") func openPost() async throws {
        let below = try await makeGap()
        _ = screen
        press(.enter)
        await browser.page.firstState { $0.content != nil }
        press(.escape)
        #expect(browser.view.post.id == .item(below))
    }
}
