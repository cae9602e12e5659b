import NoticeBoardBase
import NoticeBoardTesting
import Testing

@Suite("ManualClock", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ManualClockTests {
    @Test("Time passes only when the clock advances") func turning() async throws {
        let clock = ManualClock(now: 100)
        let time = clock.time
        let sleeper = Task {
            try await time.sleep(3)
            return time.now()
        }
        await clock.waitForSleepers(1)
        #expect(clock.pending == [3])
        clock.advance(by: 2.5)
        #expect(clock.pending == [3])
        clock.advance(by: 0.5)
        #expect(clock.pending.isEmpty)
        #expect(try await sleeper.value == 103)
    }

    @Test("Advancing wakes only the sleepers that are due") func due() async throws {
        let clock = ManualClock()
        let short = Task { try await clock.sleep(1) }
        await clock.waitForSleepers(1)
        let long = Task { try await clock.sleep(10) }
        await clock.waitForSleepers(2)
        clock.advance(by: 5)
        try await short.value
        #expect(clock.pending == [10])
        clock.advanceToNext()
        try await long.value
        #expect(clock.now == 10)
        clock.advanceToNext()
        #expect(clock.now == 10)
    }

    @Test("Records the requested durations of a back-off") func backOff() async throws {
        let clock = ManualClock()
        let work = Task { for attempt in 0..<4 { try await clock.sleep(Double(1 << attempt)) } }
        for _ in 0..<4 {
            await clock.waitForSleepers(1)
            clock.advanceToNext()
        }
        try await work.value
        #expect(clock.asked == [1, 2, 4, 8])
        #expect(clock.now == 15)
    }

    @Test("A cancelled sleeper throws CancellationError at once") func cancellation() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(.infinity) }
        await clock.waitForSleepers(1)
        sleeper.cancel()
        #expect(clock.pending.isEmpty)
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test("Sleeping for no time returns without advancing the clock", arguments: [0, -1, -Double.infinity, .nan]) func nothing(
        seconds: Double
    ) async throws {
        let clock = ManualClock()
        try await clock.sleep(seconds)
        #expect(clock.pending.isEmpty)
        #expect(clock.asked.count == 1)
    }

    @Test("One advance wakes many sleepers") func many() async throws {
        let clock = ManualClock()
        let sleepers = (1...100).map { number in Task { try await clock.sleep(Double(number % 7 + 1)) } }
        await clock.waitForSleepers(100)
        clock.advance(by: 7)
        for sleeper in sleepers { try await sleeper.value }
        #expect(clock.pending.isEmpty)
    }

    @Test("Cancelling a task that waits for sleepers resumes it") func cancelledWatcher() async {
        let clock = ManualClock()
        let watcher = Task { await clock.waitForSleepers(1) }
        watcher.cancel()
        await watcher.value
        #expect(clock.pending.isEmpty)
    }
}
