public import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// An in-process Link service with every call of its contract, strictly validated.
///
/// ```swift
/// let simulator = LinkSimulator(seed: 7, tokenLife: 20)
/// let session = LinkSession(.init(baseURL: url, key: simulator.key, productID: simulator.product), transport: simulator)
/// try await session.signIn(email: "user1@example.com", password: "password1")
/// ```
///
/// The same seed gives the same accounts (`user1@example.com` with `password1`, and so on) and posts on every system. It parses
/// and writes with its own code, so that a mistake in the library can't hide. An unexpected body, an unknown key, a null or a
/// misnamed file gives 400. It is at the root of its host, like the real service.
///
/// The life of an access token is counted in uses and not in time, so that a test decides when it ends. Copies share everything.
public struct LinkSimulator: Simulator {
    private let state: Locked<SimulatedLinkState>
    /// The test's script and the requests so far.
    public let script: SimulatorScript
    /// The required service key.
    public let key: String
    /// The product of the generated posts.
    public let product: String

    /// Creates a service with accounts and posts generated from `seed`; each access token authorizes `tokenLife` calls, or any
    /// number if it is `nil`.
    ///
    /// With `weather`, posts of the first account arrive before a list is returned. Latency passes when `clock` is advanced, or
    /// on the system's clock without one.
    public init(
        seed: UInt64 = 1, accounts: Int = 4, posts: Int = 45, key: String = "simulator-key", product: String = "noticeboard",
        tokenLife: Int? = nil, weather: SimulatedWeather = .calm, clock: ManualClock? = nil
    ) {
        var random = SeededRandom(seed: seed)
        let accounts = SimulatedLinkData.accounts(accounts, &random)
        let posts = SimulatedLinkData.posts(posts, by: accounts, product: product, &random)
        let state = Locked(SimulatedLinkState(accounts: accounts, posts: posts, life: tokenLife, seed: seed))
        script = SimulatorScript(weather, clock) { request, number in
            if request.path.utf8.starts(with: "/post".utf8) { state.withLock { $0.arrive(number, product: product) } }
        } service: { request in
            try state.withLock { try $0.answer(request, key: key) }
        }
        self.state = state
        self.key = key
        self.product = product
    }

    /// The accounts, in order of sign-up.
    public var accounts: [SimulatedAccount] {
        get { state.withLock { $0.accounts } }
        nonmutating set { state.withLock { $0.accounts = newValue } }
    }

    /// The posts, newest first.
    public var posts: [SimulatedLinkPost] {
        get { state.withLock { $0.posts } }
        nonmutating set { state.withLock { $0.posts = newValue } }
    }

    /// The contents of the files, by path.
    public var files: [String: Data] { state.withLock { $0.files } }

    // MARK: Tokens

    /// The number of calls that each new access token authorizes; `nil` is unlimited.
    public var tokenLife: Int? {
        get { state.withLock { $0.tokens.life } }
        nonmutating set { state.withLock { $0.tokens.life = newValue } }
    }

    /// Expires every access token now: 419.
    public func expireTokens() { state.withLock { $0.tokens.expireAccess() } }

    /// Expires every refresh token now: 418.
    public func expireRefreshTokens() { state.withLock { $0.tokens.expireRefresh() } }

    /// Forgets every token: 401.
    public func forgetTokens() { state.withLock { $0.tokens.forget() } }

    /// The number of refresh calls that reached the service, whatever their result.
    public var refreshes: Int { state.withLock { $0.refreshes } }
}
