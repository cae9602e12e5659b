public import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP

/// A Link service inside the process: every call of its contract, as strict as that.
///
/// ```swift
/// let simulator = LinkSimulator(seed: 7, tokenLife: 20)
/// let session = LinkSession(.init(baseURL: url, key: simulator.key, productID: simulator.product), transport: simulator)
/// try await session.signIn(email: "user1@example.com", password: "password1")
/// ```
///
/// The same seed gives the same accounts (`user1@example.com` with `password1`, and so on) and posts on every system. It reads
/// requests, forms and JSON and writes answers by its own code, so that a mistake of the library cannot hide in it. A body where
/// none belongs, an unknown key, a null, a file under a foreign name: 400. It stands at the root of its host, as the real one does.
///
/// The life of an access token is counted in uses and not in time, so that a test decides when it ends. Copies share everything.
public struct LinkSimulator: Simulator {
    private let state: Locked<SimulatedLinkState>
    /// What the test arranged, and the requests so far.
    public let script: SimulatorScript
    /// The key that calls must carry.
    public let key: String
    /// The product that the posts of the seed belong to.
    public let product: String

    /// A service with accounts and posts that `seed` determines, whose access tokens are good for `tokenLife` calls each, or for
    /// any number.
    ///
    /// The weather's arrivals are posts of the first account, before a list is answered. With a clock, latency passes when that is
    /// turned, and otherwise on the system's.
    public init(
        seed: UInt64 = 1, accounts: Int = 4, posts: Int = 45, key: String = "simulator-key", product: String = "noticeboard",
        tokenLife: Int? = nil, weather: SimulatedWeather = .calm, clock: ManualClock? = nil
    ) {
        var random = SeededRandom(seed: seed)
        let accounts = SimulatedLinkData.accounts(accounts, &random)
        let posts = SimulatedLinkData.posts(posts, by: accounts, product: product, &random)
        let state = Locked(SimulatedLinkState(accounts: accounts, posts: posts, life: tokenLife, seed: seed))
        script = SimulatorScript(weather, clock) { request, number in
            guard request.path.utf8.starts(with: "/post".utf8), request.method == .get else { return }
            state.withLock { state in
                weather.drift(&state, \.posts, beforeRequest: number) { $0.arrive(number, product: product) }
            }
        } service: { request in
            try state.withLock { try $0.answer(request, key: key) }
        }
        (self.state, self.key, self.product) = (state, key, product)
    }

    /// The accounts, in the order in which they signed up.
    public var accounts: [SimulatedAccount] {
        get { state.withLock { $0.accounts } }
        nonmutating set { state.withLock { $0.accounts = newValue } }
    }

    /// The posts, newest first.
    public var posts: [SimulatedLinkPost] {
        get { state.withLock { $0.posts } }
        nonmutating set { state.withLock { $0.posts = newValue } }
    }

    /// The bytes of the files, by their paths.
    public var files: [String: Data] { state.withLock { $0.files } }

    /// Habits of other Link services.
    var quirks: SimulatedLinkQuirks {
        get { state.withLock { $0.quirks } }
        nonmutating set { state.withLock { $0.quirks = newValue } }
    }

    // MARK: Tokens

    /// How many calls each access token opens that is handed out from now on; `nil` is no limit.
    public var tokenLife: Int? {
        get { state.withLock { $0.tokens.life } }
        nonmutating set { state.withLock { $0.tokens.life = newValue } }
    }

    /// Lets every access token that was handed out expire now: 419.
    public func expireTokens() { state.withLock { $0.tokens.expireAccess() } }

    /// Lets every refresh token that was handed out expire now: 418.
    public func expireRefreshTokens() { state.withLock { $0.tokens.expireRefresh() } }

    /// Forgets every token that was handed out: 401.
    public func forgetTokens() { state.withLock { $0.tokens.forget() } }

    /// How often the service itself was asked for a new access token, whatever it said.
    public var refreshes: Int { state.withLock { $0.refreshes } }
}
