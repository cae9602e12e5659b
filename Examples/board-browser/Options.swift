import ExampleSupport
import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// What the command line and the environment ask for.
struct Options {
    static let help = """
        Shows the boards of a board service, the first page of the first board, and a search with its hits marked.

        usage: board-browser [--seed N | --base-url URL [--token-file FILE]] [--search WORD] [--target FIELDS]

          --seed N           which boards and posts the built-in simulator holds (1)
          --base-url URL     a real service instead, such as https://host/api/v2
          --token-file FILE  a file that holds the service's token; else NOTICEBOARD_TOKEN is used
          --search WORD      what to search for (the first word of the first title)
          --target FIELDS    all, title, contents or writer (all)
          --help             this text

        Hits are underlined on a terminal and stand between «» elsewhere. NO_COLOR is honoured.
        Exit codes: 0 done, 64 wrong usage, 65 an answer that cannot be read, 69 the service is unavailable, 77 refused.
        """

    let client: NoticeBoardClient
    let keyword: String?
    let target: SearchTarget

    init(_ arguments: Arguments, environment: [String: String]) throws {
        keyword = arguments.text("--search")
        target = SearchTarget(rawValue: arguments.text("--target") ?? "all")
        guard SearchTarget.wellKnown.contains(target) else {
            throw Failure(.usage, "--target must be all, title, contents or writer.")
        }
        let seed = try arguments.number("--seed", in: 0...UInt64.max)
        guard let address = arguments.text("--base-url") else {
            guard arguments.text("--token-file") == nil else { throw Failure(.usage, "--token-file goes with --base-url.") }
            client = Self.embedded(seed: seed ?? 1)
            return
        }
        guard seed == nil else { throw Failure(.usage, "--seed is for the built-in simulator and does not go with --base-url.") }
        guard let url = URL(string: address) else {
            throw Failure(.usage, "The base URL is not an address: write https://host/path.")
        }
        let token = try Self.token(file: arguments.text("--token-file"), environment: environment)
        client = NoticeBoardClient(baseURL: url, token: token.map { .bearer($0) })
    }

    /// The simulator needs no network: it is the transport.
    private static func embedded(seed: UInt64) -> NoticeBoardClient {
        let simulator = BoardSimulator(seed: seed)
        var configuration = APIClient.Configuration(baseURL: URL(fileURLWithPath: "/"), token: .bearer(simulator.token))
        if let url = URL(string: "http://127.0.0.1/api/v2") { configuration.baseURL = url }
        return NoticeBoardClient(configuration, transport: simulator)
    }

    private static func token(file: String?, environment: [String: String]) throws -> String? {
        guard let file else { return environment["NOTICEBOARD_TOKEN"].flatMap { $0.isEmpty ? nil : $0 } }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw Failure(.usage, "The token file \(file) cannot be read.")
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else { throw Failure(.usage, "The token file \(file) is empty.") }
        return token
    }
}
