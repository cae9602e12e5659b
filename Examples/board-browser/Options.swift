import ExampleSupport
import Foundation
import NoticeBoardKit

/// What the command line and the environment ask for.
struct Options {
    static let help = """
        Shows the boards of a board service, all posts of the first board, and a search with its hits marked. What was
        searched is remembered from run to run.

        usage: board-browser [--seed N | --base-url URL [--token-file FILE]] [--search WORD] [--target FIELDS]
                             [--history FOLDER]

          --seed N           which boards and posts the built-in simulator holds (1)
          --base-url URL     a real service instead, such as https://host/api/v2
          --token-file FILE  a file that holds the service's token; else NOTICEBOARD_TOKEN is used
          --search WORD      what to search for (메일)
          --target FIELDS    all, title, contents or writer (all)
          --history FOLDER   where searches are remembered (NoticeBoardExamples in the user's data folder)
          --help             this text

        Hits are underlined on a terminal and stand between «» elsewhere. NO_COLOR is honoured.
        Exit codes: 0 done, 64 wrong usage, 65 an answer that cannot be read, 69 the service is unavailable, 77 refused.
        """

    let client: NoticeBoardClient
    let keyword: String
    let target: SearchTarget
    let history: URL

    init(_ arguments: Arguments, environment: [String: String]) throws {
        keyword = arguments.text("--search") ?? "메일"
        guard keyword.contains(where: { !$0.isWhitespace }) else { throw Failure(.usage, "--search needs a word to search for.") }
        target = SearchTarget(rawValue: arguments.text("--target") ?? "all")
        guard SearchTarget.wellKnown.contains(target) else {
            throw Failure(.usage, "--target must be all, title, contents or writer.")
        }
        history = try Self.history(arguments.text("--history"))
        client = try ServiceChoice(arguments, environment: environment).client
    }

    private static func history(_ folder: String?) throws -> URL {
        if let folder { return URL(fileURLWithPath: folder, isDirectory: true) }
        let data = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        guard let data else { throw Failure(.usage, "There is no folder to remember searches in. Name one with --history.") }
        return data.appendingPathComponent("NoticeBoardExamples", isDirectory: true)
    }
}
