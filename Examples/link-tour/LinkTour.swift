import ExampleSupport
import Foundation
import NoticeBoardLink

/// Uses each feature of a Link service once and checks after each step that the service reports the result.
@main struct LinkTour {
    private static let help = """
        Goes once through a Link service with an account of its own: signs up, signs in, posts, replies, likes, follows, reads
        the timeline page by page, lets the token expire under ten calls at once, kills a process that is writing a draft, goes
        on as after a restart, sends that draft with a picture, edits the profile, signs out, and gives the account up again, so
        that nothing of it remains. After each step it asks the service what it holds.

        usage: link-tour [--seed N | --base-url URL [--key-file FILE] [--product NAME] [--allow-plain-http]]

          --seed N           which accounts and posts the built-in simulator holds (1)
          --base-url URL     a real service instead, such as http://host:port
          --key-file FILE    a file that holds the service's key; else NOTICEBOARD_LINK_KEY is used
          --product NAME     the product whose posts are read and written (noticeboard)
          --allow-plain-http speak to that host without encryption, where anyone on the way reads the tokens
          --help             this text

        Exit codes: 0 done, 64 wrong usage, 65 the service says something else than it did, 69 the service is unavailable,
        74 the tokens cannot be kept, 77 refused, 130 and 143 ended by SIGINT and SIGTERM.
        """

    static func main() async {
        if CommandLine.arguments.count == 3, CommandLine.arguments[1] == DraftWriter.name {
            return await DraftWriter(folder: CommandLine.arguments[2]).run()
        }
        await runProgram("link-tour") { terminal in
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()), options: LinkServiceChoice.options, switches: LinkServiceChoice.switches
            )
            if arguments.wantsHelp { return terminal.write(help) }
            let service = try LinkServiceChoice(arguments, environment: ProcessInfo.processInfo.environment)
            try await cancelOnSignals {
                do {
                    try await Tour(service: service, terminal: terminal).run()
                } catch var error as NoticeBoardError where error.remedy == .signInAgain {
                    // The user can't sign in again: the tour signs in with an account of its own.
                    error.remedy = .noAction
                    throw error
                }
            } failure: { code in
                Failure(code, "Ended before it was done; the tour's account may have been left behind.")
            }
        }
    }
}
