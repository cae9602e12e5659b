import ExampleSupport
import Foundation
import NoticeBoardKitOffline
import TerminalSupport

/// Mirrors boards to a folder and searches them there without a network.
@main struct BoardMirrorProgram {
    private static let help = """
        Keeps the posts of boards in a folder, fetches what is new at each run, and searches them there.

        usage: board-mirror --folder FOLDER [--board ID] [--search WORDS] [--depth N] [--newest N]
                            [--seed N [--posts N] | --base-url URL [--token-file FILE]]

          --folder FOLDER    where the posts are
          --board ID         which board (all of the menu)
          --search WORDS     searches what is in the folder; nothing is fetched
          --depth N          compares at least N posts with the service, to find deleted ones (0)
          --newest N         how many posts of each board are kept (all that fit into 1 GiB)
          --seed N           which boards and posts the built-in simulator holds (1)
          --posts N          how many posts the simulator has on each board (95)
          --base-url URL     a real service instead, such as https://host/api/v2
          --token-file FILE  a file that holds the service's token; else NOTICEBOARD_TOKEN is used
          --help             this text

        The program may be ended at any moment, also by SIGKILL or a full disk; the next run goes on where it stopped.
        Exit codes: 0 done, 64 wrong usage, 65 a response that cannot be read, 69 the service is unavailable or
        a stored file is damaged, 74 the folder cannot be read or written, 77 refused, 130 and 143 ended by SIGINT and SIGTERM.
        """

    static func main() async {
        // With SIGXFSZ ignored, a file size limit is an error of the write instead of the end of the process.
        signal(SIGXFSZ, SIG_IGN)
        await runProgram("board-mirror") { terminal in
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()),
                options: ServiceChoice.options.union(["--folder", "--board", "--search", "--depth", "--newest", "--posts"]))
            if arguments.wantsHelp { return terminal.write(help) }
            guard let path = arguments.text("--folder") else { throw Failure(.usage, "--folder is needed. Try --help.") }
            let client = try ServiceChoice(arguments, environment: ProcessInfo.processInfo.environment).client
            let board = try arguments.number("--board", in: 0...Int.max)
            let depth = try arguments.number("--depth", in: 0...Int.max) ?? 0
            let newest = try arguments.number("--newest", in: 1...Int.max)
            let mirror = BoardMirror(service: client, folder: URL(fileURLWithPath: path), newest: newest, bytes: 1 << 30)
            try await cancelOnSignals {
                if let words = arguments.text("--search") {
                    try await search(words, board, mirror, terminal)
                } else {
                    let boards = if let board { [board] } else { try await mirror.updateBoards().map(\.id) }
                    for board in boards {
                        try await update(board, depth, mirror, terminal)
                    }
                }
            } failure: { code in
                Failure(code, "Ended before it was done; the next run goes on.")
            }
        }
    }

    private static func update(_ board: Board.ID, _ depth: Int, _ mirror: BoardMirror, _ terminal: Terminal) async throws {
        let update = try await mirror.update(board, depth: depth) { progress in
            if terminal.canShowProgress { terminal.showProgress("board \(board): \(progress.loaded) new posts") }
        }
        if terminal.canShowProgress { terminal.showProgress("") }
        terminal.write(
            "board \(board): \(update.count) posts, \(update.added.count) new, \(update.changed.count) changed, "
                + "\(update.deleted.count) deleted")
    }

    private static func search(
        _ words: String, _ board: Board.ID?, _ mirror: BoardMirror, _ terminal: Terminal
    ) async throws {
        var count = 0
        for try await match in mirror.search(Highlighter(userInput: words), in: board.map { [$0] }) {
            count += 1
            terminal.write("\(match.board)/\(match.post.id) \(match.post.title.visible)")
        }
        terminal.write("\(count) posts found.")
    }
}
