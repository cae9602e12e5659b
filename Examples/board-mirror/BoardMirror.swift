import ExampleSupport
import Foundation
import NoticeBoardKit
import TerminalSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Copies a whole board into a file, one post a line, and goes on where it stopped, however it stopped.
@main struct BoardMirror {
    private static let help = """
        Copies all posts of a board into a file, one line of JSON a post (NDJSON), in the server's order.

        usage: board-mirror --output FILE [--resume] [--board ID] [--prefetch N]
                            [--seed N [--posts N] | --base-url URL [--token-file FILE]]

          --output FILE      where the posts go; a new file unless --resume is given
          --resume           goes on with the file: a broken last line is cut off, no post is repeated, none left out
          --board ID         which board (the first of the menu)
          --prefetch N       how many pages are kept in flight (2)
          --seed N           which boards and posts the built-in simulator holds (1)
          --posts N          how many posts the simulator has on each board (95)
          --base-url URL     a real service instead, such as https://host/api/v2
          --token-file FILE  a file that holds the service's token; else NOTICEBOARD_TOKEN is used
          --help             this text

        A mirror is the board as it was when the first page came: posts that arrive later at its head are for the next mirror.
        Progress is drawn on standard error where that is a terminal. The program may be ended at any moment, also by SIGKILL
        or a full disk; the file then ends with a whole line, or --resume sees to that.
        Exit codes: 0 done, 64 wrong usage, 65 an answer or a file that cannot be read, 69 the service is unavailable,
        74 the file cannot be written, 77 refused, 130 and 143 ended by SIGINT and SIGTERM.
        """

    static func main() async {
        // Otherwise a limit on the size of files ends the program before it can put its file in order.
        signal(SIGXFSZ, SIG_IGN)
        await runProgram("board-mirror") { terminal in
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()),
                options: ServiceChoice.options.union(["--output", "--board", "--prefetch", "--posts"]), switches: ["--resume"])
            if arguments.wantsHelp { return terminal.line(help) }
            guard let path = arguments.text("--output") else { throw Failure(.usage, "--output is needed. Try --help.") }
            let client = try ServiceChoice(arguments, environment: ProcessInfo.processInfo.environment).client
            let (isResuming, wanted) = (arguments.isOn("--resume"), try arguments.number("--board", in: 0...Int.max))
            let prefetched = try arguments.number("--prefetch", in: 0...64) ?? 2
            try await endingOnSignals {
                let board = try await choose(wanted, from: client.boards())
                let file = try MirrorFile(at: path, resuming: isResuming, board: board.id)
                try await mirror(client.posts(in: board.id).prefetching(prefetched), to: file, path, terminal)
            } end: { code in
                Failure(code, "Ended before it was done; go on with --resume.")
            }
        }
    }

    private static func choose(_ wanted: Board.ID?, from boards: [Board]) throws -> Board {
        guard let board = wanted.map({ id in boards.first { $0.id == id } }) ?? boards.first else {
            throw Failure(.usage, wanted.map { "There is no board \($0)." } ?? "The service has no boards.")
        }
        return board
    }

    /// The file is the bookmark: behind its posts is the place, and none of them comes again.
    private static func mirror(
        _ posts: Paginator<Post>, to file: MirrorFile, _ path: String, _ terminal: Terminal
    ) async throws {
        let before = file.ids.count
        let place = PageBookmark(position: before > 0 ? .offset(before) : nil, recent: file.ids, loaded: before)
        let line = ProgressLine(before: before)
        let start = DispatchTime.now().uptimeNanoseconds
        defer { if terminal.isWatched { terminal.redraw("") } }
        let pages = posts.overlapping(5).resuming(from: place).pages
        for try await page in pages {
            try file.append(page.items)
            for gap in page.gaps { warn(gap, terminal) }
            for skipped in page.skipped { terminal.complain("board-mirror: A post was left out: \(skipped.reason).".visible) }
            if terminal.isWatched {
                terminal.redraw(
                    line.text(
                        page.progress, seconds: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9,
                        columns: terminal.watchedColumns))
            }
        }
        try file.keep()
        if terminal.isWatched { terminal.redraw("") }
        terminal.line("\(file.ids.count) posts in \(path.visible), \(file.ids.count - before) of them new.")
    }

    private static func warn(_ gap: PageGap<Post.ID>, _ terminal: Terminal) {
        let places = [gap.after.map { "after post \($0)" }, gap.before.map { "before post \($0)" }].compactMap { $0 }
        terminal.complain("board-mirror: Posts may be missing \(places.joined(separator: " and ")): the board changed too fast.")
    }
}
