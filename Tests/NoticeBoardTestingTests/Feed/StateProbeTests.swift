import NoticeBoardBase
import NoticeBoardPaging
import Testing

@testable import NoticeBoardTesting

@MainActor @Suite("StateProbe", .serialized, .inTurn, .timeLimit(.minutes(1))) struct StateProbeTests {
    private struct Row: Identifiable, Equatable, Sendable { let id: Int }

    private func feed(_ gate: Gate) -> Feed<Row> {
        Feed(time: ManualClock().time) { _ in
            try await gate.pass()
            return Page(items: [Row(id: 1)])
        }
    }

    @Test("Records every state before the awaited one") func awaits() async throws {
        let gate = Gate()
        let feed = feed(gate)
        let probe = StateProbe(feed)
        feed.open()
        async let shown = probe.firstState { $0.display == .items }
        await gate.waitForArrivals(1)
        gate.open()
        #expect(try await shown.items.map(\.id) == [1])
        #expect(probe.states.map(\.refresh) == [.idle, .loading(isSlow: false), .idle])
        #expect(probe.states.map(\.wasRequested) == [false, true, true])
    }

    @Test("Returns a matching current state at once") func current() async throws {
        let gate = Gate()
        gate.open()
        let feed = feed(gate)
        let probe = StateProbe(feed)
        try await probe.firstState { !$0.wasRequested }
        feed.open()
        try await probe.firstState { $0.isLoaded }
        feed.reset()
        // The feed was loaded once and is not any more.
        let waiter = Task { try await probe.firstState { $0.isLoaded } }
        waiter.cancel()
        let error = await #expect(throws: StateNotReached.self) { try await waiter.value }
        #expect(error?.description.contains("The last one: FeedState") == true)
    }

    @Test("Throws after its timeout with the number of recorded states") func inVain() async {
        let probe = StateProbe(feed(Gate()))
        let error = await #expect(throws: StateNotReached.self) { try await probe.firstState(within: 0.01) { $0.isLoaded } }
        #expect(error?.description.contains("States seen: 1.") == true)
    }

    @Test("The first matching state of a source is nil after the timeout") func withinSeconds() async {
        let (clock, gate) = (ManualClock(), Gate())
        let feed = feed(gate)
        async let never = feed.firstState(within: 3, time: clock.time) { $0.isLoaded }
        await clock.waitForSleepers(1)
        clock.advance(by: 3)
        #expect(await never == nil)
        feed.open()
        async let loaded = feed.firstState(within: 3, time: clock.time) { $0.isLoaded }
        gate.open()
        #expect(await loaded?.isLoaded == true)
    }

    @Test("Does not retain its feed") func lifetime() async throws {
        let gate = Gate()
        gate.open()
        var feed: Feed<Row>? = feed(gate)
        weak let held = feed
        let probe = StateProbe(try #require(feed))
        async let loaded = probe.firstState { $0.isLoaded }
        async let asked = probe.firstState { $0.wasRequested }
        feed?.open()
        #expect(try await loaded.isLoaded)
        #expect(try await asked.wasRequested)
        feed = nil
        #expect(held == nil)
        #expect(probe.states.count == 3)
    }

    @Test("Ends when a list rests in a failure") func restingFailure() async throws {
        let feed = Feed<Row> { _ in throw NoticeBoardError(.noNetwork) }
        let probe = StateProbe(feed)
        feed.open()
        let error = await #expect(throws: StateNotReached.self) {
            try await probe.firstState(within: 60) { $0.display == .items }
        }
        #expect(error?.description.contains("It rests in a failure: noNetwork") == true)
    }
}
