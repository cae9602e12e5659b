public import NoticeBoardHTTP

/// A Link service inside the process: every call of its contract, as strict as that.
///
/// ```swift
/// let simulator = LinkSimulator(seed: 7, tokenLife: 20)
/// let session = LinkSession(.init(baseURL: url, key: simulator.key, productID: simulator.product), transport: simulator)
/// try await session.signIn(email: "user1@example.com", password: "password1")
/// ```
///
/// The same seed gives the same accounts (`user1@example.com` with `password1`, and so on) and posts on every system. It is an
/// independent witness: it reads requests, forms and JSON and writes answers by its own code, so that a mistake of the library
/// cannot hide in it. A body where none belongs, an unknown key, a null, a file under a foreign name: 400. It stands at the root
/// of its host, as the real one does.
///
/// The life of an access token is counted in uses and not in time, so that a test decides when it ends. Copies share everything.
/// Safe to use from any task.
public struct LinkSimulator: HTTPTransport {
    let state: Watched<SimulatedLinkState>
    /// The key that calls must carry.
    public let key: String
    /// The product that the posts of the seed belong to.
    public let product: String
    private let weather: SimulatedWeather
    private let network: FaultTransport

    /// A service with accounts and posts that `seed` determines, whose access tokens are good for `tokenLife` calls each, or for
    /// ever.
    ///
    /// Of the weather, arrivals are posts that somebody of the seed writes, and vanishings posts that somebody deletes, before a
    /// list is answered. With a clock, latency passes when that is turned, and otherwise on the system's.
    public init(
        seed: UInt64 = 1, accounts: Int = 4, posts: Int = 45, key: String = "simulator-key", product: String = "noticeboard",
        tokenLife: Int? = nil, weather: SimulatedWeather = .calm, quirks: SimulatedLinkQuirks = SimulatedLinkQuirks(),
        clock: ManualClock? = nil
    ) {
        var random = SeededRandom(seed: seed)
        let accounts = SimulatedLinkData.accounts(accounts, &random)
        let posts = SimulatedLinkData.posts(posts, by: accounts, product: product, &random)
        let state = Watched(SimulatedLinkState(accounts: accounts, posts: posts, life: tokenLife, seed: seed))
        let service = SimulatedLinkService(state: state, key: key, quirks: quirks)
        network =
            if let clock {
                FaultTransport(service, seed: weather.seed, faults: weather.faults, clock: clock)
            } else {
                FaultTransport(service, seed: weather.seed, faults: weather.faults)
            }
        (self.state, self.key, self.product, self.weather) = (state, key, product, weather)
    }

    /// Answers `request` as the service does.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let line = "\(request.method.rawValue) \(request.path)"
        let (number, gate) = state.update { state in
            let number = state.log.count + 1
            state.log.append((request, SimulatedLinkRequest(number: number, line: line)))
            if request.path.utf8.starts(with: "/post".utf8), request.method == .get {
                weather.drift(&state, product, beforeRequest: number)
            }
            return (number, state.held[line])
        }
        try await gate?.pass()
        let response =
            if let answer = state.value.answered[line] { try await answer.respond(request) } else {
                try await network.send(request)
            }
        state.update { state in
            state.log.change(number) { $0.note.status = response.status.rawValue }
            state.outcomes["\(line) \(response.status)", default: 0] += 1
        }
        return response
    }
}

extension SimulatedWeather {
    /// What comes and goes before the request of this number is answered.
    fileprivate func drift(_ state: inout SimulatedLinkState, _ product: String, beforeRequest number: Int) {
        var random = SeededRandom(seed: seed ^ (UInt64(truncatingIfNeeded: number) &* 0xD6E8_FEB8_6659_FD93))
        // Drawn whether they are needed or not, so that changing one rate moves nothing else.
        let (arrives, vanishes, place) = (random.unit(), random.unit(), random.next())
        if vanishes < vanishings, !state.posts.isEmpty { state.posts.remove(at: Int(place % UInt64(state.posts.count))) }
        if arrives < arrivals, let author = state.accounts.first {
            let fields = ["product_id": product, "content": "새 글 \(number)"]
            state.posts.insert(SimulatedLinkPost(id: state.newID(), author: author.id, fields: fields, time: state.now()), at: 0)
        }
    }
}
