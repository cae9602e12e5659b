import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("LinkSimulator scripts, weather and seeds", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkScriptTests {
    /// Returns a service with two accounts and the given number of posts.
    private func service(_ posts: Int, _ weather: SimulatedWeather, clock: ManualClock? = nil) -> LinkSimulator {
        let simulator = LinkSimulator(seed: 7, accounts: 0, posts: 0, product: "own", weather: weather, clock: clock)
        simulator.accounts = ["u1", "u2"].map { SimulatedAccount(id: $0, email: $0, password: $0, nick: $0) }
        simulator.posts = (0..<posts).map { SimulatedLinkPost(id: "x\($0)", author: "u2", time: Int64(100 - $0)) }
        return simulator
    }

    @Test("A new post arrives only before requests that read posts") func arrivals() async throws {
        let simulator = service(1, SimulatedWeather(arrivals: 1))
        let stranger = LinkStranger(simulator: simulator)
        for line in [
            "POST /post", "GET /profile/me", "GET /uploads/post", "PUT /post/x0", "DELETE /post/x0", "GET /post", "GET /post/x",
        ] {
            _ = try await stranger.received(line)
        }
        let arrived = [
            SimulatedLinkPost(
                id: "bc26b8220f83bc8fc071af38", author: "u1", fields: ["product_id": "own", "content": "새 글 7"],
                time: 1_772_323_262_504),
            SimulatedLinkPost(
                id: "0c2eee28c8ddfb5b4112772f", author: "u1", fields: ["product_id": "own", "content": "새 글 6"],
                time: 1_772_323_261_497),
        ]
        #expect(simulator.posts == arrived + [SimulatedLinkPost(id: "x0", author: "u2", time: 100)])
        simulator.accounts = []
        _ = try await stranger.received("GET /post")
        #expect(simulator.posts.count == 3)
        let still = service(1, SimulatedWeather())
        for _ in 0..<20 { _ = try await LinkStranger(simulator: still).received("GET /post") }
        #expect(still.posts.map(\.id) == ["x0"])
    }

    @Test("Latency follows the given clock") func faults() async throws {
        let clock = ManualClock()
        let simulator = service(1, SimulatedWeather(faults: .init(lostAnswers: 1, latency: 2...2)), clock: clock)
        let call = Task { try await LinkStranger(simulator: simulator).received("POST /validation/email", #"{"email":"a@"}"#) }
        await clock.waitForSleepers(1)
        #expect(clock.pending == [2])
        #expect(simulator.log.map(\.status) == [nil])
        clock.advance(by: 2)
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .connectionLost)
        #expect(simulator.log.map(\.status) == [nil])
        #expect(simulator.count("POST /validation/email", 200) == 0)
    }

    @Test("Logs each request with its number and status") func log() async throws {
        let simulator = service(1, .calm)
        let stranger = LinkStranger(simulator: simulator)
        simulator.answer("GET /post", with: .json("[]", status: 202))
        for line in ["GET /nowhere", "GET /post?a=b", "GET /post", "POST /post"] { _ = try await stranger.received(line) }
        simulator.answer("GET /post", with: .failure(NoticeBoardError(.timedOut)))
        await #expect(throws: NoticeBoardError(.timedOut)) { try await stranger.received("GET /post") }
        #expect(simulator.log.map(\.number) == [1, 2, 3, 4, 5])
        #expect(simulator.log.map(\.line) == ["GET /nowhere", "GET /post", "GET /post", "POST /post", "GET /post"])
        #expect(simulator.log.map(\.status) == [444, 202, 202, 401, nil])
        let lines = ["GET /nowhere", "GET /post?a=b", "GET /post", "POST /post", "GET /post"]
        #expect(simulator.requests.difference(from: lines) == nil)
        #expect(simulator.count("GET /post", 202) == 2)
        #expect(simulator.count("POST /post", 401) == 1)
        #expect(simulator.count("GET /post", 200) == 0)
        #expect(simulator.refreshes == 0)
        await simulator.waitForRequests(5)
        await simulator.answered("GET /post", 202, times: 2)
    }

    @Test("Only one request gets the answer given for its number") func numbered() async throws {
        let simulator = service(1, .calm)
        let stranger = LinkStranger(simulator: simulator)
        simulator.answer(2, with: .status(503))
        for _ in 0..<3 { _ = try await stranger.received("GET /post") }
        #expect(simulator.log.map(\.status) == [401, 503, 401])
    }

    @Test("One request waits at the gate given for its number") func heldByNumber() async throws {
        let simulator = service(1, .calm)
        let gate = Gate()
        simulator.hold(1, at: gate)
        let call = Task { try await LinkStranger(simulator: simulator).received("GET /post") }
        await gate.waitForArrivals(1)
        #expect(simulator.log.map(\.status) == [nil])
        gate.open()
        _ = try await call.value
        #expect(simulator.log.map(\.status) == [401])
    }

    @Test("Waits for the given number of requests") func received() async throws {
        let simulator = service(1, .calm)
        let isOver = Locked(false)
        let waiting = Task {
            await simulator.waitForRequests(2)
            isOver.withLock { $0 = true }
        }
        _ = try await LinkStranger(simulator: simulator).received("GET /post")
        await letOtherTasksRun()
        #expect(!isOver.withLock { $0 })
        _ = try await LinkStranger(simulator: simulator).received("GET /post")
        await waiting.value
    }
}
