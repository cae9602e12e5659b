import NoticeBoardTesting
import Testing

@testable import NoticeBoardBase

@Suite("SingleFlight", .inTurn, .timeLimit(.minutes(1))) struct SingleFlightTests {
    /// An operation that waits at a gate and records how it ended.
    private final class Work: Sendable {
        let gate = Gate()
        let ends = Locked(0)
        let isCancelled = Gate()

        @Sendable func run() async throws -> Int {
            do { try await gate.pass() } catch {
                isCancelled.open()
                throw error
            }
            ends.withLock { $0 += 1 }
            return 7
        }
    }

    @Test("Concurrent callers share one operation and later callers start another")
    func shared() async throws {
        let flights = SingleFlight<String, Int>(endsWhenAbandoned: true)
        let work = Work()
        let callers = await flights.joinedCallers(5, for: "a", work.run)
        await work.gate.waitForArrivals(1)
        work.gate.open()
        for caller in callers { #expect(try await caller.value == 7) }
        #expect(work.ends.withLock { $0 } == 1)
        #expect(try await flights.value(for: "a", work.run) == 7)
        #expect(work.ends.withLock { $0 } == 2)
    }

    @Test("Cancels the operation when its last caller is cancelled") func abandoned()
        async throws
    {
        let flights = SingleFlight<Int, Int>(endsWhenAbandoned: true)
        let work = Work()
        let callers = await flights.joinedCallers(2, for: 1, work.run)
        await work.gate.waitForArrivals(1)
        callers[0].cancel()
        await #expect(throws: CancellationError.self) { try await callers[0].value }
        #expect(flights.state.withLock { $0.flights[1]?.waiting.count } == 1)
        callers[1].cancel()
        await #expect(throws: CancellationError.self) { try await callers[1].value }
        try await work.isCancelled.pass()
    }

    @Test("A caller cancelled beforehand starts no operation") func cancelledBefore() async {
        let flights = SingleFlight<Int, Int>(endsWhenAbandoned: true)
        let work = Work()
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                await #expect(throws: CancellationError.self) { try await flights.value(for: 1, work.run) }
            }
        }
        #expect(work.gate.arrivals == 0)
    }

    @Test("An operation outlives its cancelled caller if endsWhenAbandoned is false") func kept() async throws {
        let flights = SingleFlight<Int, Int>(endsWhenAbandoned: false)
        let work = Work()
        let caller = Task { try await flights.value(for: 1, work.run) }
        await work.gate.waitForArrivals(1)
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        let next = await flights.joinedCallers(1, for: 1) { 8 }[0]
        work.gate.open()
        #expect(try await next.value == 7)
    }

    @Test("Ending a key throws the given error to its callers") func ended() async throws {
        struct Over: Error {}
        let flights = SingleFlight<Int, Int>(endsWhenAbandoned: false)
        let (work, other) = (Work(), Work())
        let calls = (Task { try await flights.value(for: 1, work.run) }, Task { try await flights.value(for: 2, other.run) })
        await work.gate.waitForArrivals(1)
        await other.gate.waitForArrivals(1)
        flights.end(Over()) { $0 == 1 }
        await #expect(throws: Over.self) { try await calls.0.value }
        try await work.isCancelled.pass()
        other.gate.open()
        #expect(try await calls.1.value == 7)
    }

    @Test("An operation soon runs at the priority of a more urgent caller") func priority() async throws {
        let flights = SingleFlight<Int, TaskPriority>(endsWhenAbandoned: false)
        let begun = Gate()
        let first = Task(priority: .background) {
            try await flights.value(for: 1) {
                begun.open()
                // Another task raises the priority, a moment after the urgent caller has joined; no event tells of it.
                while Task.currentPriority < .high { await Task.yield() }
                return Task.currentPriority
            }
        }
        try await begun.pass()
        let urgent = Task(priority: .high) { try await flights.value(for: 1) { .low } }
        #expect(try await urgent.value == .high)
        _ = try await first.value
    }
}
