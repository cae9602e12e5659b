import ExampleSupport
import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// Serves the simulated board service on 127.0.0.1, for trying an app, `curl` or `board-browser --base-url` against it.
@main struct BoardSimulatorProgram {
    private static let help = """
        Serves a simulated board service on 127.0.0.1 until it is ended.

        usage: board-simulator [--seed N] [--port N] [--boards N] [--posts N]

          --seed N     which boards and posts there are (1)
          --port N     where to listen; 0 takes a free port (0)
          --boards N   how many boards (5)
          --posts N    how many posts on each (95)
          --help       this text

        The first line that it prints is the base URL. The token that it accepts is in NOTICEBOARD_TOKEN, else "simulator".
        """

    static func main() async {
        await runProgram("board-simulator") { terminal in
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()), options: ["--seed", "--port", "--boards", "--posts"])
            if arguments.wantsHelp { return terminal.line(help) }
            let simulator = BoardSimulator(
                seed: try arguments.number("--seed", in: 0...UInt64.max) ?? 1,
                boards: try arguments.number("--boards", in: 0...1000) ?? 5,
                postsPerBoard: try arguments.number("--posts", in: 0...100_000) ?? 95,
                token: ProcessInfo.processInfo.environment["NOTICEBOARD_TOKEN"] ?? "simulator")
            let port = try arguments.number("--port", in: 0...UInt16.max) ?? 0
            let server: LoopbackServer
            do {
                server = try LoopbackServer(serving: simulator, port: port)
            } catch {
                throw Failure(.unavailable, "Port \(port) cannot be listened on.")
            }
            terminal.line(server.url(path: "/api/v2").absoluteString)
            while !Task.isCancelled { try await Task.sleep(nanoseconds: 1_000_000_000_000) }
            server.stop()
        }
    }
}
