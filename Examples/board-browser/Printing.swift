import BoardTerminal
import ExampleSupport
import Foundation
import NoticeBoardKit
import TerminalSupport

/// Prints three screens: the menu, the posts of the first board, and a search.
@MainActor struct Printing {
    private let options: Options
    private let terminal: Terminal
    private let pages: PlainPages

    init(_ options: Options, _ terminal: Terminal) {
        (self.options, self.terminal) = (options, terminal)
        pages = PlainPages(language: options.language, columns: terminal.columns)
    }

    func run() async throws {
        let selection = BoardSelection()
        let menu = BoardMenu(service: options.boards, selection: selection, language: options.language)
        menu.open()
        guard let boards = await menu.firstState(where: { !$0.boards.phase.isLoading }) else { throw CancellationError() }
        if let failure = boards.boards.failure { throw failure }
        show(options.isJSON ? JSONLines.lines(of: boards) : pages.lines(of: boards))
        if boards.skipped > 0 {
            terminal.writeError("board-browser: \(boards.skipped) boards could not be read and were left out.")
        }

        let style = PostRowStyle(language: options.language)
        let list = PostList(service: options.boards, selection: selection, style: style)
        list.loadAll()
        let posts = try await loadedState(of: list) { !$0.feed.isLoading }
        show(options.isJSON ? JSONLines.lines(of: posts) : [""] + pages.lines(of: posts))
        reportSkipped(posts.feed)

        try await search(selection)
    }

    private func search(_ selection: BoardSelection) async throws {
        let style = PostRowStyle(language: options.language)
        // The screen's own history stays in memory. `saveAndLoadHistory` waits until the file is written.
        let search = PostSearch(
            service: options.boards, history: InMemorySearchHistory(), selection: selection, style: style)
        search.begin()
        search.setText(options.keyword ?? "메일")
        search.choose(options.target)
        search.loadAll()
        if let failure = search.state.refusal { throw failure }
        let earlier = await saveAndLoadHistory(search.state)
        let found = try await loadedState(of: search) { !$0.results.isLoading }
        if options.isJSON {
            show(JSONLines.lines(of: earlier) + JSONLines.lines(ofHits: found))
        } else {
            show([""] + pages.lines(of: earlier) + [""] + pages.lines(ofHits: found))
        }
        reportSkipped(found.results)
    }

    /// Saves this search and returns the searches of all runs, the newest first.
    private func saveAndLoadHistory(_ search: PostSearch.State) async -> [SearchHistoryEntry] {
        let history = FileSearchHistory(directory: options.history)
        do {
            if let query = search.query { try await history.apply(.save(query.key)) }
            return try await history.entries()
        } catch {
            let why = (error as? NoticeBoardError)?.text(in: options.language) ?? ""
            terminal.writeError("board-browser: Searches cannot be remembered. \(why)".visible)
            return []
        }
    }

    /// Waits until a screen has loaded and returns its state.
    ///
    /// Until then it shows the progress on standard error.
    private func loadedState<Screen: FeedScreen>(of screen: Screen, _ isLoaded: (Screen.State) -> Bool) async throws
        -> Screen.State
    where Screen.Item == Post {
        defer { if terminal.canShowProgress { terminal.showProgress("") } }
        for await state in screen.states {
            if let failure = screen.feed.failure { throw failure }
            if isLoaded(state) { return state }
            if terminal.canShowProgress { terminal.showProgress(pages.progress(screen.feed)) }
        }
        throw CancellationError()
    }

    private func show(_ lines: [String]) { for line in lines { terminal.write(line) } }

    private func reportSkipped(_ feed: FeedState<Post>) {
        if feed.skipped > 0 { terminal.writeError("board-browser: \(feed.skipped) posts could not be read and were left out.") }
    }
}
