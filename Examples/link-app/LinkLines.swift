import ExampleSupport
import Foundation
import NoticeBoardLink

/// A conversation app for a pipe: reads one command per line and prints what the screen then shows.
@main enum LinkLines {
    private static let help = """
        usage: link-app --folder FOLDER [--seed N | --base-url URL [--key-file FILE] [--product NAME] [--allow-plain-http]]

        Each line of standard input is a command; N is a post of the list, a reply of the post or a draft that was shown last:
          join EMAIL PASSWORD NICK [BIRTHDAY], in EMAIL PASSWORD, out, withdraw, home, liked, tag WORD, open N, like N,
          delete N, edit N TEXT, post TEXT, picture FILE TEXT, reply TEXT, change N TEXT, remove N, me, profile N,
          follow, block, rename NICK, face FILE, drafts, again N, discard N
        FOLDER keeps the account and the drafts for the next run. Exit codes: 0 at the end of the input, 64 wrong usage.
        """

    @MainActor static func main() async {
        await runProgram("link-app") { terminal in
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()), options: LinkServiceChoice.options.union(["--folder"]),
                switches: LinkServiceChoice.switches)
            if arguments.wantsHelp { return terminal.write(help) }
            let service = try LinkServiceChoice(arguments, environment: ProcessInfo.processInfo.environment)
            guard let path = arguments.text("--folder") else { throw Failure(.usage, "--folder is needed. Try --help.") }
            let folder = URL(fileURLWithPath: path)
            let app = try LinkApp(service.configuration, folder: folder, language: .english, transport: service.transport)
            await app.open()
            let screens = Screens(app, terminal)
            // What an earlier run could not send may need the user's decision.
            if app.home != nil { await screens.enter(["drafts"]) }
            for await line in terminal.inputLines { await screens.enter(line.split(separator: " ").map(String.init)) }
            // Wait until the last likes and follows have been sent.
            await app.home?.account.likes.firstState(where: \.isEmpty)
            await app.home?.account.follows.firstState(where: \.isEmpty)
        }
    }
}
