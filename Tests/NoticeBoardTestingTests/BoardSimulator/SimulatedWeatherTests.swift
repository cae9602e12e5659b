import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("The simulator's weather and quirks", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SimulatedWeatherTests {
    @Test("Latency passes only when the clock advances") func latency() async throws {
        let clock = ManualClock()
        let simulator = BoardSimulator.one(posts: 1, weather: SimulatedWeather(faults: .init(latency: 3...3)), clock: clock)
        let status = Task { try await SimulatedCaller(simulator: simulator).status("/boards") }
        await clock.waitForSleepers(1)
        #expect(clock.pending == [3])
        #expect(simulator.log.map(\.status) == [nil])
        clock.advance(by: 3)
        #expect(try await status.value == 200)
    }

    @Test("The same seed gives the same failures") func failures() async throws {
        func day(_ seed: UInt64) async throws -> [Int?] {
            let weather = SimulatedWeather(seed: seed, faults: .init(lostAnswers: 0.2, failures: 0.3))
            let caller = SimulatedCaller(simulator: BoardSimulator.one(posts: 1, weather: weather))
            for _ in 1...40 { _ = try? await caller.status("/boards") }
            return caller.simulator.log.map(\.status)
        }
        let log = try await day(3)
        #expect(Set(log) == [nil, 200, 503])
        #expect(try await day(3) == log)
        #expect(try await day(4) != log)
    }

    @Test("Posts arrive at the configured rate") func lively() async throws {
        func numbers(_ weather: SimulatedWeather) async throws -> [[Int]] {
            let caller = SimulatedCaller(simulator: BoardSimulator.one(posts: 20, weather: weather))
            var pages: [[Int]] = []
            for _ in 1...10 { pages.append(try await caller.posts("/boards/7/posts?offset=0&limit=100")) }
            return pages
        }
        #expect(try await numbers(SimulatedWeather(arrivals: 1)).map(\.count) == Array(21...30))
        let some = try await numbers(SimulatedWeather(seed: 5, arrivals: 0.5))
        #expect(try await numbers(SimulatedWeather(seed: 5, arrivals: 0.5)) == some)
        #expect((3...8).contains(Set(some).count))
        #expect(some.allSatisfy { Set($0).count == $0.count })
    }

    @Test("Posts arrive only on the requested board") func otherBoards() async throws {
        let simulator = BoardSimulator(seed: 1, weather: SimulatedWeather(arrivals: 1))
        _ = try await SimulatedCaller(simulator: simulator).status("/boards/\(simulator.boards[1].id)/posts")
        _ = try await SimulatedCaller(simulator: simulator).status("/boards")
        #expect(simulator.boards.map(\.posts.count) == [95, 96, 95, 95, 95])
    }

    @Test("A capped limit is reported in the response") func cap() async throws {
        let caller = SimulatedCaller(simulator: BoardSimulator.one(posts: 9, quirks: SimulatedQuirks(limitCap: 4)))
        let page = try await caller.object("/boards/7/posts?offset=2&limit=30")
        #expect([page["count"], page["limit"], page["offset"], page["total"]].map { $0 as? Int } == [4, 4, 2, 9])
        #expect(try await caller.object("/boards/7/posts?offset=0&limit=2")["limit"] as? Int == 2)
    }

    @Test("An ignored offset is reported as 0") func ignoredOffset() async throws {
        let caller = SimulatedCaller(simulator: BoardSimulator.one(posts: 9, quirks: SimulatedQuirks(ignoresOffset: true)))
        #expect(try await caller.posts("/boards/7/posts?offset=6&limit=2") == [100, 99])
        #expect(try await caller.object("/boards/7/posts?offset=6&limit=2")["offset"] as? Int == 0)
    }

    @Test("The response can omit the total or everything but the list") func silent() async throws {
        let quiet = SimulatedCaller(simulator: BoardSimulator.one(posts: 2, quirks: SimulatedQuirks(omitsTotal: true)))
        #expect(try await quiet.object("/boards/7/posts").keys.sorted() == ["count", "limit", "offset", "value"])
        let silent = SimulatedCaller(simulator: BoardSimulator.one(posts: 2, quirks: SimulatedQuirks(sendsOnlyValue: true)))
        #expect(try await silent.object("/boards/7/posts").keys.sorted() == ["value"])
    }

    @Test("A broken post is sent without its number") func broken() async throws {
        let simulator = BoardSimulator.one(posts: 3)
        simulator.change(7) { $0.posts[1].isBroken = true }
        #expect(try await SimulatedCaller(simulator: simulator).posts("/boards/7/posts") == [100, -1, 98])
    }
}
