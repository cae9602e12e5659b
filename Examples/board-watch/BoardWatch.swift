import ExampleSupport
import Foundation
import NoticeBoardKitOffline
import TerminalSupport

/// Prints the posts that are new since the last run.
///
/// Made for cron, which mails a program's output.
@main struct BoardWatchProgram {
    private static let help = """
        Prints the posts that are new since the last run, marked where they hold a word or are by an author.

        usage: board-watch --folder FOLDER [--words "WORD WORD"] [--author NAME] [--board ID] [--wanted] [--requests N]
                           [--seed N [--posts N] | --base-url URL [--token-file FILE]]

          --folder FOLDER    where it remembers what was printed
          --words WORDS      words to look for in titles and contents
          --author NAME      a writer's name or mail address
          --board ID         which board (all of the menu)
          --wanted           prints only posts that hold a word or are by the author
          --requests N       how many requests a run sends at most (10)
          --seed, --posts, --base-url, --token-file: as of board-mirror
          --help             this text

        The first run prints nothing: it is where the next one begins. What a run could not print is printed by the next.
        Exit codes: 0 done, 64 wrong usage, 69 a board could not be read, 74 the folder cannot be written, 77 refused.
        """

    static func main() async {
        await runProgram("board-watch") { terminal in
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()),
                options: ServiceChoice.options.union(["--folder", "--words", "--author", "--board", "--requests", "--posts"]),
                switches: ["--wanted"])
            if arguments.wantsHelp { return terminal.write(help) }
            guard let path = arguments.text("--folder") else { throw Failure(.usage, "--folder is needed. Try --help.") }
            let client = try ServiceChoice(arguments, environment: ProcessInfo.processInfo.environment).client
            let board = try arguments.number("--board", in: 0...Int.max)
            let requests = try arguments.number("--requests", in: 1...10_000) ?? 10
            let words = (arguments.text("--words") ?? "").split(separator: " ").map(String.init)
            let boards = if let board { [board] } else { try await client.boards().map(\.id) }
            let check = NewPostCheck(
                service: client, folder: URL(fileURLWithPath: path), boards: boards, words: words,
                authors: arguments.text("--author").map { [$0] } ?? [])
            let found = try await check.run(requests: requests, seconds: 60)
            for new in arguments.isOn("--wanted") ? found.wanted : found.posts {
                terminal.write("\(new.isWanted ? "* " : "  ")\(new.board)/\(new.post.id) \(new.post.title.visible)")
            }
            // Mark after printing: a run that is ended earlier prints the posts again next time.
            try await check.markDelivered(found)
            if let failure = found.failures.values.first { throw failure }
        }
    }
}
