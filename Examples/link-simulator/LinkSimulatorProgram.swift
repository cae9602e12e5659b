import ExampleSupport
import Foundation
import NoticeBoardLink
import NoticeBoardTesting

/// Serves a simulated Link service on 127.0.0.1, to try an app, `curl` or `link-tour --base-url`.
@main struct LinkSimulatorProgram {
    private static let help = """
        Serves a simulated Link service on 127.0.0.1 until it is ended.

        usage: link-simulator [--seed N] [--port N] [--accounts N] [--posts N] [--token-life N] [--latency MS]
                              [--failures PERCENT] [--arrivals PERCENT]

          --seed N           which accounts and posts there are, and when what goes wrong (1)
          --port N           where to listen; 0 takes a free port (0)
          --accounts N       how many accounts: user1@example.com with password1, and so on (4)
          --posts N          how many posts (45)
          --token-life N     for how many calls an access token is good (for ever)
          --latency MS       how many milliseconds an answer takes (0)
          --failures PERCENT how many answers are a failure, 503 (0)
          --arrivals PERCENT before how many lists a new post arrives (0)
          --help             this text

        The first line that it prints is the base URL. The key that it accepts is in NOTICEBOARD_LINK_KEY, else "simulator-key".
        Exit codes: 64 wrong usage, 69 the port cannot be had, 74 the output cannot be written, 130 and 143 ended by SIGINT and
        SIGTERM.
        """

    static func main() async {
        await runProgram("link-simulator") { terminal in
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()),
                options: ["--seed", "--port", "--accounts", "--posts", "--token-life", "--latency", "--failures", "--arrivals"])
            if arguments.wantsHelp { return terminal.write(help) }
            let seed = try arguments.number("--seed", in: 0...UInt64.max) ?? 1
            let latency = Double(try arguments.number("--latency", in: 0...600_000) ?? 0) / 1000
            let failures = Double(try arguments.number("--failures", in: 0...100) ?? 0) / 100
            let arrivals = Double(try arguments.number("--arrivals", in: 0...100) ?? 0) / 100
            let simulator = LinkSimulator(
                seed: seed,
                accounts: try arguments.number("--accounts", in: 0...1000) ?? 4,
                posts: try arguments.number("--posts", in: 0...100_000) ?? 45,
                key: ProcessInfo.processInfo.environment["NOTICEBOARD_LINK_KEY"] ?? "simulator-key",
                tokenLife: try arguments.number("--token-life", in: 1...1_000_000),
                weather: SimulatedWeather(
                    seed: seed, faults: .init(failures: failures, latency: latency...latency), arrivals: arrivals))
            let port = try arguments.number("--port", in: 0...UInt16.max) ?? 0
            let server: LoopbackServer
            do {
                server = try LoopbackServer(serving: simulator, port: port)
            } catch {
                throw Failure(.unavailable, "Port \(port) cannot be listened on.")
            }
            try await cancelOnSignals {
                terminal.write(server.url().absoluteString)
                while true { try await Task.sleep(nanoseconds: 1_000_000_000_000) }
            } failure: { code in
                server.stop()
                return Failure(code, "Ended.")
            }
        }
    }
}
