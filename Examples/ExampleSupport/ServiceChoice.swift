import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// The board service that the command line selects: the built-in simulator or a real service.
package struct ServiceChoice {
    /// The options that every program with a board service accepts.
    package static let options: Set<String> = ["--seed", "--base-url", "--token-file"]

    package let client: NoticeBoardClient
    /// Renews the simulator's token; `nil` for a real service.
    package let signIn: (@Sendable () -> Void)?

    /// Also reads `--posts` and `--weather`, which only some programs accept.
    package init(_ arguments: Arguments, environment: [String: String]) throws(Failure) {
        let seed = try arguments.number("--seed", in: 0...UInt64.max)
        let posts = try arguments.number("--posts", in: 0...1_000_000)
        let weather = try Weather(arguments.text("--weather"), seed: seed ?? 1)
        guard let address = arguments.text("--base-url") else {
            guard arguments.text("--token-file") == nil else { throw Failure(.usage, "--token-file goes with --base-url.") }
            let simulator = BoardSimulator(seed: seed ?? 1, postsPerBoard: posts ?? 95, weather: weather.simulated)
            if let life = weather.tokenLife { simulator.expireToken(after: life) }
            client = Self.simulatedClient(simulator, isFlaky: weather.isFlaky)
            signIn = {
                simulator.renewToken()
                if let life = weather.tokenLife { simulator.expireToken(after: life) }
            }
            return
        }
        for (name, isGiven) in [
            ("--seed", seed != nil), ("--posts", posts != nil), ("--weather", arguments.text("--weather") != nil),
        ]
        where isGiven {
            throw Failure(.usage, "\(name) is for the built-in simulator and does not go with --base-url.")
        }
        guard let url = URL(string: address) else {
            throw Failure(.usage, "The base URL is not an address: write https://host/path.")
        }
        let token = try Self.token(file: arguments.text("--token-file"), environment: environment)
        client = NoticeBoardClient(baseURL: url, token: token.map { .bearer($0) })
        signIn = nil
    }

    /// Returns a client with the simulator as its transport, so that no request reaches a network.
    private static func simulatedClient(_ simulator: BoardSimulator, isFlaky: Bool) -> NoticeBoardClient {
        var configuration = APIClient.Configuration(
            baseURL: URL(fileURLWithPath: "/"), authorization: SimulatorToken(simulator: simulator),
            retry: isFlaky ? .never : .standard)
        if let url = URL(string: "http://127.0.0.1/api/v2") { configuration.baseURL = url }
        return NoticeBoardClient(configuration, transport: simulator)
    }

    package static func token(file: String?, environment: [String: String]) throws(Failure) -> String? {
        guard let file else { return environment["NOTICEBOARD_TOKEN"].flatMap { $0.isEmpty ? nil : $0 } }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw Failure(.usage, "The token file \(file) cannot be read.")
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else { throw Failure(.usage, "The token file \(file) is empty.") }
        return token
    }
}

/// Supplies the simulator's current token.
private struct SimulatorToken: TokenSource {
    let simulator: BoardSimulator

    func token() -> AccessToken? { .bearer(simulator.token) }
}
