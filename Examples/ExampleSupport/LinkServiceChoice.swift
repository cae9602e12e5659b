import Foundation
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting

/// The Link service that the command line selects: the built-in simulator or a real service.
package struct LinkServiceChoice {
    package static let options: Set<String> = ["--seed", "--base-url", "--key-file", "--product"]
    package static let switches: Set<String> = ["--allow-plain-http"]

    /// The service's address, key and product.
    package private(set) var configuration: LinkClient.Configuration
    package let transport: any HTTPTransport
    /// The built-in simulator, or `nil` if the program uses a real service.
    package let simulator: LinkSimulator?
    /// Counts the renewals of tokens.
    private let renewals = RenewalCounter()

    package init(_ arguments: Arguments, environment: [String: String]) throws(Failure) {
        let seed = try arguments.number("--seed", in: 0...UInt64.max)
        let allowsPlainHTTP = arguments.isOn("--allow-plain-http")
        if let address = arguments.text("--base-url") {
            guard seed == nil else {
                throw Failure(.usage, "--seed is for the built-in simulator and does not go with --base-url.")
            }
            guard let url = URL(string: address) else {
                throw Failure(.usage, "The base URL is not an address: write http://host:port.")
            }
            let key = try Self.key(file: arguments.text("--key-file"), environment: environment)
            configuration = LinkClient.Configuration(
                baseURL: url, key: key, productID: arguments.text("--product") ?? "noticeboard", allowsPlainHTTP: allowsPlainHTTP)
            (transport, simulator) = (SystemTransport(), nil)
        } else {
            for option in ["--key-file", "--product"] where arguments.text(option) != nil {
                throw Failure(.usage, "\(option) goes with --base-url.")
            }
            guard !allowsPlainHTTP else { throw Failure(.usage, "--allow-plain-http goes with --base-url.") }
            let simulator = LinkSimulator(seed: seed ?? 1)
            configuration = LinkClient.Configuration(
                baseURL: URL(string: "http://127.0.0.1") ?? URL(fileURLWithPath: "/"), key: simulator.key,
                productID: simulator.product)
            // The simulator is the transport, so no request reaches a network.
            (transport, self.simulator) = (simulator, simulator)
        }
        configuration.http.loggers = [renewals]
    }

    /// Creates a session.
    ///
    /// A second session with the same store acts like the next launch of an app.
    package func session(_ store: some TokenStore) -> LinkSession {
        LinkSession(configuration, store: store, transport: transport)
    }

    /// How many times the sessions have renewed an access token.
    package var renewed: Int { renewals.count }

    private static func key(file: String?, environment: [String: String]) throws(Failure) -> String {
        guard let file else {
            guard let key = environment["NOTICEBOARD_LINK_KEY"], !key.isEmpty else {
                throw Failure(.usage, "Give the service's key in NOTICEBOARD_LINK_KEY or by --key-file.")
            }
            return key
        }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw Failure(.usage, "The key file \(file) cannot be read.")
        }
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !key.isEmpty else { throw Failure(.usage, "The key file \(file) is empty.") }
        return key
    }
}

/// Counts the events that hand out a new access token.
private final class RenewalCounter: HTTPLogger, @unchecked Sendable {
    // Sendable: every access holds the lock.
    private let lock = NSLock()
    private var renewals = 0

    func log(_ event: HTTPEvent) { if event.kind == .tokenRenewed { lock.withLock { renewals += 1 } } }
    var count: Int { lock.withLock { renewals } }
}
