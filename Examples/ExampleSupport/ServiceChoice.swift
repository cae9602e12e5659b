import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// Which board service a program talks to: the built-in simulator, or a real one.
package struct ServiceChoice {
    /// The options that it reads.
    package static let options: Set<String> = ["--seed", "--base-url", "--token-file"]

    package let client: NoticeBoardClient

    package init(_ arguments: Arguments, environment: [String: String], postsPerBoard: Int? = nil) throws(Failure) {
        let seed = try arguments.number("--seed", in: 0...UInt64.max)
        guard let address = arguments.text("--base-url") else {
            guard arguments.text("--token-file") == nil else { throw Failure(.usage, "--token-file goes with --base-url.") }
            client = Self.embedded(BoardSimulator(seed: seed ?? 1, postsPerBoard: postsPerBoard ?? 95))
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
    private static func embedded(_ simulator: BoardSimulator) -> NoticeBoardClient {
        var configuration = APIClient.Configuration(baseURL: URL(fileURLWithPath: "/"), token: .bearer(simulator.token))
        if let url = URL(string: "http://127.0.0.1/api/v2") { configuration.baseURL = url }
        return NoticeBoardClient(configuration, transport: simulator)
    }

    private static func token(file: String?, environment: [String: String]) throws(Failure) -> String? {
        guard let file else { return environment["NOTICEBOARD_TOKEN"].flatMap { $0.isEmpty ? nil : $0 } }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw Failure(.usage, "The token file \(file) cannot be read.")
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else { throw Failure(.usage, "The token file \(file) is empty.") }
        return token
    }
}
