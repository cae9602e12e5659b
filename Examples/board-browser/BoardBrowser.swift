import ExampleSupport
import Foundation
import NoticeBoardKit

/// The three screens of a board app in a terminal: the menu, the posts of the first board, a search.
@main struct BoardBrowser {
    static func main() async {
        await runProgram("board-browser") { terminal in
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()),
                options: ServiceChoice.options.union(["--search", "--target", "--history"]))
            if arguments.wantsHelp { return terminal.line(Options.help) }
            let options = try Options(arguments, environment: ProcessInfo.processInfo.environment)
            try await show(options, Printer(terminal: terminal))
        }
    }

    @MainActor private static func show(_ options: Options, _ printer: Printer) async throws {
        let selection = BoardSelection()
        let menu = BoardMenu(service: options.client, selection: selection, language: .korean)
        menu.open()
        try printer.show(await menu.state { !$0.boards.phase.isLoading })

        let list = PostList(service: options.client, selection: selection, style: Printer.style)
        list.loadAll()
        try printer.show(await list.state { !$0.feed.isLoading })

        let search = SearchScreen(
            service: options.client, history: FileSearchHistory(directory: options.history), selection: selection,
            style: Printer.style)
        search.focus()
        search.type(options.keyword)
        search.choose(options.target)
        search.loadAll()
        try printer.show(
            await search.state {
                !$0.results.isLoading && ($0.history.first?.id.key == $0.query?.key || $0.historyFailure != nil)
            })
    }
}
