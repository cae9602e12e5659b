import ExampleSupport
import Foundation
import NoticeBoardKit

/// Three looks at a board service: its boards, a page of posts, a search.
@main struct BoardBrowser {
    static func main() async {
        await runProgram("board-browser") { terminal in
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()),
                options: ["--seed", "--base-url", "--token-file", "--search", "--target"])
            if arguments.wantsHelp { return terminal.line(Options.help) }
            let options = try Options(arguments, environment: ProcessInfo.processInfo.environment)
            try await show(options, Printer(terminal: terminal))
        }
    }

    private static func show(_ options: Options, _ printer: Printer) async throws {
        let boards = try await options.client.boards()
        printer.boards(boards)
        guard let board = boards.first else { return }

        let page = try await options.client.postPage(in: board.id, offset: 0, limit: 30)
        printer.page(page, of: board)

        guard let keyword = options.keyword ?? page.items.first.flatMap({ firstWord(of: $0.title) }) else { return }
        let hits = try await options.client.searchPage(keyword, in: board.id, target: options.target, offset: 0, limit: 30)
        printer.results(hits, keyword: keyword, target: options.target, on: board)
    }

    /// A word to search for when none was given: one that is sure to be found.
    private static func firstWord(of title: String) -> String? {
        title.split(separator: " ").first { !$0.hasPrefix("[") }.map(String.init)
    }
}
