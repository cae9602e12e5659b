import BoardTerminal
import ExampleSupport
import Foundation
import NoticeBoardKitOffline

/// The program's options from the command line and the environment.
struct Options {
    static var help: String {
        """
        A board app in a terminal: boards, their posts, searches with the hits marked. ? lists the keys.

        Where the output is no terminal, or a dumb one, it prints the boards, all posts of the first board, and a search with
        its hits between «», in columns.

        usage: board-browser [--seed N | --base-url URL [--token-file FILE]] [--search WORD] [--target FIELDS]
                             [--history FOLDER] [--offline FOLDER] [--language ko|en] [--weather KINDS] [--posts N] [--plain | --json]

          --seed N           which boards and posts the built-in simulator holds (1)
          --posts N          how many posts the simulator has on each board (95)
        \(Weather.help)
          --base-url URL     a real service instead, such as https://host/api/v2
          --token-file FILE  a file that holds the service's token; else NOTICEBOARD_TOKEN is used
          --search WORD      what to search for (메일, where the search is printed)
          --target FIELDS    all, title, contents or writer (all)
          --language ko|en   the language of the screen (the user's own, if it is one of these)
          --plain            prints on a terminal too
          --json             prints a line of JSON for each board, post, earlier search and hit
          --history FOLDER   where searches, and what was read, are remembered (\(defaultHistoryFolder?.path ?? "no folder of the user's was found"))
          --offline FOLDER   reads on from what board-mirror keeps in the folder where the service cannot be reached
          --help             this text

        Hits are underlined and colored on a terminal. NO_COLOR, COLORTERM and TERM are respected.
        Exit codes: 0 done, 64 wrong usage, 65 an answer that cannot be read, 69 the service is unavailable, 74 the output cannot
        be written, 77 refused, 129, 130 and 143 ended by SIGHUP, SIGINT (or Control-C) and SIGTERM.
        """
    }

    static let names = ServiceChoice.options.union([
        "--search", "--target", "--history", "--offline", "--language", "--weather", "--posts",
    ])
    static let switches: Set<String> = ["--plain", "--json"]

    let service: ServiceChoice
    /// The client, or with `--offline` a mirror that also works without a network.
    let boards: any NoticeBoardService
    /// The keyword of `--search`, or `nil`.
    let keyword: String?
    let target: SearchTarget
    let history: URL
    let language: Language
    let isJSON: Bool
    let isPlain: Bool

    init(_ arguments: Arguments, environment: [String: String]) throws {
        keyword = arguments.text("--search")
        guard keyword?.contains(where: { !$0.isWhitespace }) ?? true else {
            throw Failure(.usage, "--search needs a word to search for.")
        }
        target = SearchTarget(rawValue: arguments.text("--target") ?? "all")
        guard SearchTarget.wellKnown.contains(target) else {
            throw Failure(.usage, "--target must be all, title, contents or writer.")
        }
        language = try Self.language(arguments.text("--language"))
        (isJSON, isPlain) = (arguments.isOn("--json"), arguments.isOn("--plain"))
        history = try Self.history(arguments.text("--history"))
        let service = try ServiceChoice(arguments, environment: environment)
        self.service = service
        boards =
            arguments.text("--offline").map {
                BoardMirror(service: service.client, folder: URL(fileURLWithPath: $0)).offlineFallback
            } ?? service.client
    }

    private static func language(_ name: String?) throws(Failure) -> Language {
        guard let name else { return .preferred }
        guard let language = Language.builtIn.first(where: { $0.tag == name }) else {
            throw Failure(.usage, "--language must be ko or en.")
        }
        return language
    }

    private static func history(_ folder: String?) throws -> URL {
        if let folder { return URL(fileURLWithPath: folder, isDirectory: true) }
        guard let folder = Self.defaultHistoryFolder else {
            throw Failure(.usage, "There is no folder to remember searches in. Name one with --history.")
        }
        return folder
    }

    private static var defaultHistoryFolder: URL? {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?
            .appendingPathComponent("NoticeBoardExamples", isDirectory: true)
    }
}
