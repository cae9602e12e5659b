import BoardTerminal
import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import TerminalSupport
import Testing

@MainActor @Suite("Board browser: keys and screens", .timeLimit(.minutes(1))) struct BrowserTests {
    private let simulator = BoardSimulator(seed: 7, postsPerBoard: 95)
    private let client: NoticeBoardClient
    private let browser: Browser
    private let size = WindowSize(columns: 100, rows: 24)

    init() throws {
        let url = try #require(URL(string: "http://127.0.0.1/api/v2"))
        let (simulator, history) = (simulator, InMemorySearchHistory())
        var configuration = APIClient.Configuration(baseURL: url, retry: .never)
        configuration.authorization = Token(simulator: simulator)
        client = NoticeBoardClient(configuration, transport: simulator)
        browser = Browser(
            Browser.Parts(service: client, history: history, language: .english, signIn: { simulator.renewToken() }), changed: {})
        browser.open()
    }

    private struct Token: TokenSource {
        let simulator: BoardSimulator
        func token() -> AccessToken? { .bearer(simulator.token) }
    }

    private func press(_ keys: Key...) { for key in keys { #expect(browser.press(key) == .handled); draw() } }
    private func type(_ text: String) { for scalar in text.unicodeScalars { press(.text(String(Character(scalar)))) } }
    @discardableResult private func draw() -> [StyledLine] { browser.lines(in: size) }
    private var screen: String { draw().map(\.text).joined(separator: "\n") }

    private func waitUntilListed() async {
        await browser.list.firstState { $0.feed.isLoaded && !$0.feed.isLoading }
        // The visible rows are near the end of the first page, so the second one loads immediately.
        draw()
        await browser.list.firstState { $0.feed.items.count == 60 && !$0.feed.isLoading }
        draw()
    }

    @Test("Scrolling loads the remaining pages") func scrolling() async {
        await waitUntilListed()
        #expect(screen.contains("60 of 95 posts"))
        for _ in 0..<3 { press(.pageDown) }
        await browser.list.firstState { $0.feed.items.count == 90 }
        press(.text("G"))
        await browser.list.firstState { $0.feed.items.count == 95 && !$0.feed.isLoading }
        #expect(screen.contains("95/95"))
        #expect(screen.contains(browser.state.list.rows[94].title))
    }

    @Test("Handles a key while a page is loading") func keyWhileLoading() async {
        await waitUntilListed()
        let gate = Gate()
        simulator.hold(simulator.requests.count + 1, at: gate)
        press(.pageDown, .pageDown, .pageDown)
        await gate.waitForArrivals(1)
        press(.home, .down)
        let isLoading = browser.state.list.feed.isLoading
        #expect(isLoading)
        #expect(browser.view.post.index == 1)
        gate.open()
    }

    @Test("Opens another board from the menu") func anotherBoard() async {
        await waitUntilListed()
        let second = browser.state.menu.rows[1]
        press(.text("b"), .down, .enter)
        await browser.list.firstState { $0.board?.id == second.id && $0.feed.isLoaded }
        #expect(screen.split(separator: "\n")[0].contains(second.name))
        #expect(browser.view.pane == .list)
    }

    @Test("Keys pressed before the next drawing act on the row that they move to") func keysBeforeDrawing() async {
        await waitUntilListed()
        let (posts, boards) = (browser.state.list.feed.items, browser.state.menu.rows)
        for key in [Key.down, .enter] { #expect(browser.press(key) == .handled) }
        #expect(browser.state.page.post?.id == posts[1].id)
        press(.escape)
        for key in [Key.text("b"), .down, .enter] { #expect(browser.press(key) == .handled) }
        #expect(browser.state.menu.selection.board?.id == boards[1].id)
    }

    @Test("Doesn't open a page without a post") func noPost() async {
        simulator.answer(1, with: .status(500))
        await browser.menu.firstState { $0.boards.failure != nil }
        draw()
        press(.enter)
        #expect(browser.view.pane == .list)
        press(.text("b"), .down, .enter, .enter)
        #expect(browser.view.pane == .list)
    }

    @Test("Searches the chosen target and marks the hits") func search() async {
        await waitUntilListed()
        press(.text("/"))
        type("mail")
        #expect(browser.state.search.suggestions.count == 4)
        press(.down, .down, .enter)
        await browser.search.firstState { $0.results.isLoaded }
        #expect(browser.state.search.query?.target == .title)
        let marked = draw().flatMap(\.pieces).filter { $0.style.isUnderlined }
        #expect(!marked.isEmpty)
        #expect(marked.allSatisfy { $0.text.lowercased() == "mail" })
        press(.escape)
        #expect(browser.view.pane == .list)
    }

    @Test("Deletes an earlier search") func deleteSearch() async {
        await waitUntilListed()
        press(.text("/"))
        type("회의")
        press(.enter)
        await browser.search.firstState { $0.history.count == 1 }
        press(.escape, .text("/"))
        #expect(screen.contains("회의"))
        press(.down, .control("d"))
        await browser.search.firstState { $0.history.isEmpty }
        #expect(!screen.contains("회의"))
    }

    @Test("While typing, letters only edit the field") func typing() async {
        await waitUntilListed()
        press(.text("/"))
        type("q?/r")
        #expect(browser.state.search.text == "q?/r")
        press(.backspace, .paste("한\n글"))
        #expect(browser.state.search.text == "q?/한 글")
        #expect(browser.press(.control("c")) == .interrupt)
    }

    @Test("Signing in again continues a load that an expired token stopped") func expiredToken() async {
        await waitUntilListed()
        simulator.expireToken()
        press(.text("G"))
        await browser.list.firstState { $0.feed.failure != nil }
        #expect(screen.contains("Press s to sign in again."))
        press(.text("s"))
        await browser.list.firstState { $0.feed.failure == nil && $0.feed.items.count > 60 }
    }

    @Test("Retries after a failure") func retry() async {
        await waitUntilListed()
        simulator.answer(simulator.requests.count + 1, with: .status(500))
        press(.text("r"))
        await browser.list.firstState { $0.feed.failure != nil }
        #expect(screen.contains("✗"))
        press(.text("r"))
        await browser.list.firstState { $0.feed.failure == nil && !$0.feed.isLoading }
        #expect(!screen.contains("✗"))
    }

    @Test("Any other key closes the help") func help() async {
        await waitUntilListed()
        press(.text("?"))
        #expect(screen.contains("draw the screen anew"))
        press(.enter)
        #expect(!screen.contains("draw the screen anew"))
        #expect(browser.press(.text("q")) == .quit)
    }

    @Test("Steps from a hit to the next hit's post") func stepThroughHits() async throws {
        await waitUntilListed()
        press(.text("/"))
        type("mail")
        press(.enter)
        await browser.search.firstState { $0.results.isLoaded }
        draw()
        let hits = browser.state.search.results.items
        press(.enter)
        await browser.page.firstState { $0.content != nil }
        #expect(browser.view.pane == .post)
        #expect(screen.contains(browser.state.search.hits[0].title))
        press(.text("n"), .text("]"))
        await browser.page.firstState { $0.post?.id == hits[1].id && $0.content != nil }
        #expect(screen.contains("2/"))
        press(.escape)
        #expect(browser.view.pane == .search)
        #expect(browser.view.hit.index == 1)
        #expect(browser.marks.state.isRead(hits[0]))
    }

    @Test("Dims posts that were read") func readMarks() async {
        await waitUntilListed()
        let first = browser.state.list.rows[0]
        press(.enter)
        await browser.page.firstState { $0.content != nil }
        press(.escape)
        draw()
        #expect(browser.state.list.rows[0].isRead)
        #expect(draw().flatMap(\.pieces).contains { $0.text.hasPrefix(first.title) && $0.style.isFaint })
        #expect(!browser.state.list.rows[1].isRead)
        #expect(browser.view.post.id == .item(first.id))
        press(.text("m"))
        #expect(browser.state.list.rows[1].isRead)
    }

    // MARK: - Keys

    /// Searches a board on which every post is a hit and longer than the window.
    private func searchLongPosts() async throws {
        await waitUntilListed()
        simulator.change(try #require(browser.state.list.board).id) { board in
            for index in board.posts.indices {
                board.posts[index].title = "mail \(index)"
                board.posts[index].contents = String(repeating: "<p>mail</p>", count: 100)
            }
        }
        press(.text("/"))
        type("mail")
        press(.enter)
        await browser.search.firstState { $0.results.isLoaded && !$0.results.isLoading }
        #expect(browser.state.search.results.items.count == 30)
        draw()
    }

    @Test("Page Down moves by the hits that fit the window") func pageOfHits() async throws {
        try await searchLongPosts()
        press(.pageDown)
        #expect(browser.view.hit.index == Frame(browser.state, in: size).bodyRows / 2)
        for _ in 0..<3 { press(.pageDown) }
        await browser.search.firstState { $0.results.items.count > 30 }
    }

    @Test("The next post is shown from its start") func nextPost() async throws {
        try await searchLongPosts()
        press(.enter)
        await browser.page.firstState { $0.content != nil }
        draw()
        let first = browser.state.page.post?.id
        press(.end)
        #expect(browser.view.postTop > 0)
        press(.text("]"))
        await browser.page.firstState { $0.post?.id != first && $0.content != nil }
        draw()
        #expect(browser.view.postTop == 0)
    }

    @Test("Typing moves the selection back to the field") func typingInRows() async {
        await waitUntilListed()
        press(.text("/"))
        type("mai")
        press(.down)
        #expect(browser.view.isBelowField)
        type("l")
        #expect(!browser.view.isBelowField && browser.state.search.text == "mail")
    }

    @Test("The menu selects the open board") func menuSelection() async {
        await waitUntilListed()
        press(.text("b"), .down, .escape)
        #expect(browser.view.board.index == 1 && browser.view.pane == .list)
        press(.text("b"))
        #expect(browser.view.board.index == 0)
    }

    @Test("Retrying saves a search that could not be saved") func retrySaving() async throws {
        let (disk, store) = (Disk(), StoredData())
        let history = StoredSearchHistory {
            await store.data
        } store: {
            guard await disk.hasRoom else { throw NoticeBoardError(.storageFull) }
            await store.keep($0)
        }
        let browser = Browser(Browser.Parts(service: client, history: history, language: .english), changed: {})
        browser.open()
        await browser.list.firstState { $0.feed.isLoaded }
        for key in [Key.text("/"), .text("m"), .enter] { _ = browser.press(key) }
        await browser.search.firstState { $0.results.isLoaded && $0.historyFailure != nil }
        await disk.makeRoom()
        _ = browser.press(.text("r"))
        await browser.search.firstState { $0.historyFailure == nil && $0.history.map(\.keyword) == ["m"] }
        #expect(await store.data != nil)
    }
}

private actor Disk {
    private(set) var hasRoom = false
    func makeRoom() { hasRoom = true }
}

private actor StoredData {
    private(set) var data: Data?
    func keep(_ data: Data) { self.data = data }
}
