import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

@Suite("BoardSimulator scripts", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardSimulatorScriptTests {
    @Test("Posts arrive and vanish between two requests") func drift() async throws {
        let simulator = BoardSimulator.one(posts: 6)
        let caller = SimulatedCaller(simulator: simulator)
        simulator.change(7, before: 2) { $0.arrive(2) }
        simulator.change(7, before: 3) { $0.vanish([99, 98, 5]) }
        #expect(try await caller.posts("/boards/7/posts?offset=0&limit=3") == [100, 99, 98])
        #expect(try await caller.posts("/boards/7/posts?offset=3&limit=3") == [99, 98, 97])
        #expect(try await caller.posts("/boards/7/posts?offset=0&limit=9") == [102, 101, 100, 97, 96, 95])
    }

    @Test("A change applies at once and to all copies") func changeNow() async throws {
        let simulator = BoardSimulator.one(posts: 1)
        let copy = simulator
        simulator.change(7) { $0.posts[0].title = "changed" }
        #expect(copy.boards[0].posts.map(\.title) == ["changed"])
        simulator.boards[0].posts = []
        #expect(try await SimulatedCaller(simulator: copy).posts("/boards/7/posts?offset=0&limit=9") == [])
    }

    @Test("Arriving posts are newer than all others and have new numbers") func arrivals() {
        var board = SimulatedBoard(id: 7, name: "b", order: 1)
        #expect(board.arrive(2) == [700_001, 700_002])
        #expect(board.posts.map(\.id) == [700_002, 700_001])
        #expect(board.posts.map(\.createdAt) == [120, 60])
        #expect(board.arrive(-1) == [])
    }

    @Test("A scripted response replaces only its own request's response") func answers() async throws {
        let simulator = BoardSimulator.one(posts: 1)
        let caller = SimulatedCaller(simulator: simulator)
        simulator.answer(2, with: .status(503))
        simulator.answer(3, with: .failure(NoticeBoardError(.connectionLost)))
        #expect(try await caller.status("/boards") == 200)
        #expect(try await caller.status("/boards") == 503)
        await #expect(throws: NoticeBoardError.self) { try await caller.status("/boards") }
        #expect(try await caller.status("/boards") == 200)
        #expect(simulator.log.map(\.status) == [200, 503, nil, 200])
    }

    @Test("Every request of a line gets the answer given for it, with any query")
    func lines() async throws {
        let simulator = BoardSimulator.one(posts: 1)
        let caller = SimulatedCaller(simulator: simulator)
        simulator.answer("GET /boards/7/posts", with: .status(503))
        for offset in 0..<2 { #expect(try await caller.status("/boards/7/posts?offset=\(offset)&limit=9") == 503) }
        #expect(try await caller.status("/boards") == 200)
        #expect(simulator.count("GET /boards/7/posts", 503) == 2)
        simulator.answer("GET /boards/7/posts", with: nil)
        #expect(try await caller.status("/boards/7/posts") == 200)
        await simulator.answered("GET /boards/7/posts", 200)
    }

    @Test("A line that is held waits at its gate") func heldLine() async throws {
        let simulator = BoardSimulator.one(posts: 1)
        let gate = Gate()
        simulator.hold("GET /boards", at: gate)
        let call = Task { try await SimulatedCaller(simulator: simulator).status("/boards") }
        await gate.waitForArrivals(1)
        #expect(simulator.log.map(\.status) == [nil])
        gate.open()
        #expect(try await call.value == 200)
    }

    @Test("A held request is answered with the state at the opening of its gate") func held() async throws {
        let simulator = BoardSimulator.one(posts: 2)
        let gate = Gate()
        simulator.hold(1, at: gate)
        let posts = Task { try await SimulatedCaller(simulator: simulator).posts("/boards/7/posts?offset=0&limit=9") }
        await simulator.waitForRequests(1)
        await gate.waitForArrivals(1)
        simulator.change(7) { $0.vanish([100]) }
        gate.open()
        #expect(try await posts.value == [99])
    }

    @Test("A cancelled held request ends without a response") func cancelled() async {
        for answer in [nil, .status(503)] as [StubAnswer?] {
            let simulator = BoardSimulator.one(posts: 1)
            let gate = Gate()
            simulator.hold(1, at: gate)
            if let answer { simulator.answer(1, with: answer) }
            let call = Task { try await SimulatedCaller(simulator: simulator).status("/boards") }
            await gate.waitForArrivals(1)
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            #expect(simulator.log.map(\.status) == [nil])
        }
    }

    @Test("A token expires after its number of uses and can be renewed") func token() async throws {
        let simulator = BoardSimulator.one(posts: 1)
        simulator.expireToken(after: 2)
        let old = SimulatedCaller(simulator: simulator)
        for status in [200, 200, 401, 401] { #expect(try await old.status("/boards") == status) }
        let new = SimulatedCaller(simulator: simulator, token: simulator.renewToken())
        #expect(new.token == simulator.token)
        for status in [200, 200, 200] { #expect(try await new.status("/boards") == status) }
        #expect(try await old.status("/boards") == 401)
        simulator.expireToken()
        #expect(try await new.status("/boards") == 401)
    }

    @Test("The log contains the parsed calls") func log() async throws {
        let simulator = BoardSimulator.one(posts: 1)
        let caller = SimulatedCaller(simulator: simulator)
        _ = try await caller.status("/api/v2/boards")
        _ = try await caller.status("/api/v2/boards/7/posts?offset=30&limit=10")
        _ = try await caller.status("/api/v2/boards/7/posts?search=C%2B%2B%20a&searchTarget=title&offset=0&limit=30")
        _ = try await caller.status("/nowhere")
        #expect(
            simulator.log.map(\.call) == [
                .boards, .posts(board: 7, offset: 30, limit: 10),
                .search("C++ a", target: "title", board: 7, offset: 0, limit: 30), nil,
            ])
        #expect(simulator.log.map(\.number) == [1, 2, 3, 4])
        #expect(simulator.log[1].line == "GET /api/v2/boards/7/posts")
        #expect(simulator.log.map(\.status) == [200, 200, 200, 404])
    }
}
