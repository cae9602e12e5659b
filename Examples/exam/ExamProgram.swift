import ExampleSupport
import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import TerminalSupport

/// Reads a list of any JSON service, and prints what it is like and the rules that fit.
@main struct ExamProgram {
    private static let help = """
        Reads a paged list of a JSON service with at most 80 GETs, and prints what it is like and the rules that fit.

        usage: exam URL [--items PATH] [--id NAME] [--rank NAME] [--total PATH] [--next PATH] [--cursor NAME | --page NAME]
                    [--offset NAME] [--limit NAME] [--size N] [--requests N] [--token-file FILE]

          URL             the address of the list, with the query items that every page needs
          --items PATH    where the items are: data.posts (the first list of objects in the answer)
          --id NAME       the field that identifies an item (id)
          --rank NAME     the field by which the list is sorted: a number or a date (createdAt)
          --total PATH    where the total is: meta.total (total)
          --next PATH     where the next cursor is: meta.next; then pages are asked for by --cursor
          --cursor NAME   the query item of a cursor (cursor)
          --page NAME     the query item of a page number, from 1
          --offset NAME   the query item of an offset (offset)
          --limit NAME    the query item of the page size (limit)
          --size N        the page size of the app (30)
          --requests N    at most so many requests (80)
          --token-file FILE   a bearer token, also in NOTICEBOARD_TOKEN
          --help          this text

        Requests follow one another, and end when the service answers 429.
        Exit codes: 0 done, 64 wrong usage, 69 the service cannot be read, 77 refused.
        """

    private static let options: Set<String> = [
        "--items", "--id", "--rank", "--total", "--next", "--cursor", "--page", "--offset", "--limit", "--size", "--requests",
        "--token-file",
    ]

    static func main() async { await runProgram("exam") { try await examine($0) } }

    private static func examine(_ terminal: Terminal) async throws {
        let given = Array(CommandLine.arguments.dropFirst())
        if given == ["--help"] { return terminal.write(help) }
        guard let address = given.first, !address.hasPrefix("-") else {
            throw Failure(.usage, "The address of a list is needed. Try --help.")
        }
        guard let url = URL(string: address), url.host != nil else { throw Failure(.usage, "\(address) is no address.") }
        let arguments = try Arguments(Array(given.dropFirst()), options: options)
        let size: Int = try arguments.number("--size", in: 4...1_000) ?? 30
        let requests: Int = try arguments.number("--requests", in: 11...80) ?? 80
        let token = try ServiceChoice.token(
            file: arguments.text("--token-file"), environment: ProcessInfo.processInfo.environment)
        let list = try JSONList(url, PageNames(arguments), token: token)
        // Says why the list cannot be read at all, before an exam that says nothing.
        _ = try await list.page(at: nil, limit: size)
        var rank: (@Sendable (ListedItem) -> Double)?
        if list.hasRanks { rank = { $0.rank ?? 0 } }
        let exam = ServiceExam(pageSize: size, rank: rank) { try await list.page(at: $0, limit: $1) }
        let report = await exam.run(requests: requests - 1)
        terminal.write("\(report)")
    }
}
