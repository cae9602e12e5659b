import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

/// A simulated service behind a real socket, with sessions of its accounts.
final class LinkServerFixture: Sendable {
    let simulator: LinkSimulator
    /// Holds calls of ``me`` that have their token and have not been sent yet.
    let departures = Locked<Gate?>(nil)
    private let server: LoopbackServer

    init(_ simulator: LinkSimulator = LinkSimulator()) throws {
        self.simulator = simulator
        server = try LoopbackServer(serving: simulator)
    }

    deinit { server.stop() }

    var configuration: LinkClient.Configuration {
        var configuration = LinkClient.Configuration(baseURL: server.url(), key: simulator.key, productID: simulator.product)
        configuration.http.retry = .never
        // On a busy machine, a call that timed out before its refusal would make a test wait forever.
        configuration.http.defaults.idleTimeout = 3_600
        return configuration
    }

    /// Returns a signed-in session of the account with this number.
    func signedIn(
        _ store: some TokenStore = MemoryTokenStore(), account: Int = 1, over transport: any HTTPTransport = SystemTransport()
    ) async throws -> LinkSession {
        let session = LinkSession(configuration, store: store, transport: Departing(base: transport, fixture: self))
        try await session.signIn(email: "user\(account)@example.com", password: "password\(account)")
        return session
    }

    private struct Departing: HTTPTransport {
        let base: any HTTPTransport
        let fixture: LinkServerFixture

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            if request.url?.path == "/profile/me", let gate = fixture.departures.withLock({ $0 }) { try await gate.pass() }
            return try await base.send(request)
        }
    }

    static let me = "GET /profile/me"
    static let refresh = "GET /refresh"
}

/// Returns a session without a socket: requests reach the simulator directly.
func directSession(
    _ simulator: LinkSimulator, _ store: some TokenStore = MemoryTokenStore(),
    hidden: some LinkHiddenStore = LinkHiddenMemory(), over network: (any HTTPTransport)? = nil,
    now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system,
    change: (inout LinkClient.Configuration) -> Void = { _ in }
) throws -> LinkSession {
    let url = try #require(URL(string: "http://127.0.0.1"))
    var configuration = LinkClient.Configuration(baseURL: url, key: simulator.key, productID: simulator.product)
    configuration.http.retry = .never
    change(&configuration)
    return LinkSession(
        configuration, store: store, hidden: hidden, transport: network ?? simulator, now: now, time: time)
}

/// Data of an account that logs when it is ended and erased.
final class KeptThings: Sendable {
    private let events = Locked<[String]>([])
    private let name: String
    private let gate: Gate
    private let shared: Locked<[String]>

    init(_ name: String = "things", in shared: Locked<[String]> = Locked([]), gate: Gate? = nil) {
        (self.name, self.shared) = (name, shared)
        if let gate {
            self.gate = gate
        } else {
            self.gate = Gate()
            self.gate.open()
        }
    }

    var log: [String] { shared.withLock { $0 } }
    @discardableResult func register(_ scope: AccountScope) -> AccountRegistration {
        scope.register(end: { [self] _ in end() }, erase: { [self] in await erase() })
    }
    func end() { shared.withLock { $0.append("end \(name)") } }
    func erase() async {
        try? await gate.pass()
        shared.withLock { $0.append("erase \(name)") }
    }
}

/// Records the states of a session.
///
/// The initializer returns after the current state has arrived.
final class StateLog: Sendable {
    private let states = Locked<[LinkSession.State]>([])
    private let came = Gate()
    private let task = Locked<Task<Void, Never>?>(nil)

    init(_ session: LinkSession) async {
        came.open()
        let stream = session.states
        let listening = Task { [states, came] in
            for await state in stream {
                states.withLock { $0.append(state) }
                try? await came.pass()
            }
        }
        task.withLock { $0 = listening }
        await came.waitForArrivals(1)
    }

    deinit { task.withLock { $0?.cancel() } }

    /// Returns all received states after the given number has arrived.
    func first(_ count: Int) async -> [LinkSession.State] {
        await came.waitForArrivals(count)
        return states.withLock { $0 }
    }
}

/// The system's transport, with an unreachable server for token refreshes while it is down.
final class LostRenewals: HTTPTransport {
    private let system = SystemTransport()
    private let deaf: HTTPOrigin?
    let isDown = Locked(true)

    init() throws { deaf = HTTPOrigin(isSecure: false, host: "127.0.0.1", port: try LoopbackServer.refusingPort()) }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        if request.path == "/refresh", isDown.withLock({ $0 }), let deaf { request.origin = deaf }
        return try await system.send(request)
    }
}
