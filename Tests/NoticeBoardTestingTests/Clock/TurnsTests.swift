import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Turns", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TurnsTests {
    @Test("As many are under way at once as there are turns, and each has its own in the end") func few() async throws {
        let turns = Turns(2)
        let counts = Locked((now: 0, most: 0, all: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await turns.take {
                        counts.withLock { counts in
                            counts.now += 1
                            counts.most = max(counts.most, counts.now)
                            counts.all += 1
                        }
                        for _ in 0..<10 { await Task.yield() }
                        counts.withLock { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(counts.withLock { $0 } == (now: 0, most: 2, all: 50))
    }

    @Test("Who fails gives the turn back, and who waits gets it") func failing() async throws {
        struct Failure: Error {}
        let (turns, gate) = (Turns(1), Gate())
        let first = Task {
            try await turns.take {
                try await gate.pass()
                throw Failure()
            }
        }
        await gate.waitForArrivals(1)
        let second = Task { try await turns.take { 2 } }
        gate.open()
        await #expect(throws: Failure.self) { try await first.value }
        #expect(try await second.value == 2)
        #expect(try await turns.take { 3 } == 3)
    }
}
