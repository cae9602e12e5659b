import ExampleSupport
import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// Serves a simulated board service on 127.0.0.1, to try an app, `curl` or `board-browser --base-url`.
@main struct BoardSimulatorProgram {
    private static let help = """
        Serves a simulated board service on 127.0.0.1 until it is ended.

        usage: board-simulator [--seed N] [--port N] [--boards N] [--posts N] [--content KIND] [--latency MS] [--failures PERCENT]
                               [--arrivals PERCENT]

          --seed N           which boards and posts there are, and when what goes wrong (1)
          --port N           where to listen; 0 takes a free port (0)
          --boards N         how many boards (5)
          --posts N          how many posts on each (95)
          --content KIND     everyday, or everything: with broken posts, hostile titles, dates far away (everyday)
          --latency MS       how many milliseconds an answer takes (0)
          --failures PERCENT how many answers are a failure, 503 (0)
          --arrivals PERCENT before how many answers a new post arrives (0)
          --help             this text

        The first line that it prints is the base URL. The token that it accepts is in NOTICEBOARD_TOKEN, else "simulator".
        Exit codes: 64 wrong usage, 69 the port cannot be had, 74 the output cannot be written, 130 and 143 ended by SIGINT and
        SIGTERM.
        """

    static func main() async {
        await runProgram("board-simulator") { terminal in
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()),
                options: ["--seed", "--port", "--boards", "--posts", "--content", "--latency", "--failures", "--arrivals"])
            if arguments.wantsHelp { return terminal.write(help) }
            let seed = try arguments.number("--seed", in: 0...UInt64.max) ?? 1
            let simulator = BoardSimulator(
                seed: seed,
                boards: try arguments.number("--boards", in: 0...1000) ?? 5,
                postsPerBoard: try arguments.number("--posts", in: 0...100_000) ?? 95,
                content: try content(arguments.text("--content") ?? "everyday"),
                token: ProcessInfo.processInfo.environment["NOTICEBOARD_TOKEN"] ?? "simulator",
                weather: try weather(arguments, seed: seed))
            let port = try arguments.number("--port", in: 0...UInt16.max) ?? 0
            let server: LoopbackServer
            do {
                server = try LoopbackServer(serving: simulator, port: port)
            } catch {
                throw Failure(.unavailable, "Port \(port) cannot be listened on.")
            }
            try await cancelOnSignals {
                terminal.write(server.url(path: "/api/v2").absoluteString)
                while true { try await Task.sleep(nanoseconds: 1_000_000_000_000) }
            } failure: { code in
                server.stop()
                return Failure(code, "Ended.")
            }
        }
    }

    private static func content(_ name: String) throws(Failure) -> SimulatedContent {
        switch name {
        case "everyday": return .everyday
        case "everything": return .everything
        default: throw Failure(.usage, "--content must be everyday or everything.")
        }
    }

    private static func weather(_ arguments: Arguments, seed: UInt64) throws -> SimulatedWeather {
        let latency = Double(try arguments.number("--latency", in: 0...600_000) ?? 0) / 1000
        let failures = Double(try arguments.number("--failures", in: 0...100) ?? 0) / 100
        let arrivals = Double(try arguments.number("--arrivals", in: 0...100) ?? 0) / 100
        return SimulatedWeather(
            seed: seed, faults: .init(failures: failures, latency: latency...latency), arrivals: arrivals)
    }
}
