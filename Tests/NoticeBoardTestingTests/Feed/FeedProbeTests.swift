import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@MainActor @Suite("FeedProbe", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedProbeTests {
    private struct Row: Identifiable, Equatable, Sendable { let id: Int }

    private func feed(_ gate: Gate) -> Feed<Row> {
        Feed(time: ManualClock().time) { _ in
            try await gate.pass()
            return Page(items: [Row(id: 1)])
        }
    }

    @Test("It awaits a state, and shows every one that was passed") func awaits() async throws {
        let gate = Gate()
        let feed = feed(gate)
        let probe = FeedProbe(feed)
        feed.open()
        async let shown = probe.firstState { $0.display == .items }
        await gate.waitForArrivals(1)
        gate.open()
        #expect(try await shown.items.map(\.id) == [1])
        #expect(probe.states.map(\.refresh) == [.idle, .loading(isSlow: false), .idle])
        #expect(probe.states.map(\.wasRequested) == [false, true, true])
    }

    @Test("A state that is there is given at once, and one that is over does not count") func current() async throws {
        let gate = Gate()
        gate.open()
        let feed = feed(gate)
        let probe = FeedProbe(feed)
        try await probe.firstState { !$0.wasRequested }
        feed.open()
        try await probe.firstState { $0.isLoaded }
        feed.reset()
        // It was loaded once, and is not any more.
        let waiter = Task { try await probe.firstState { $0.isLoaded } }
        waiter.cancel()
        let error = await #expect(throws: StateNeverCame.self) { try await waiter.value }
        #expect(error?.description.hasSuffix("The last was: \(feed.state)") == true)
    }

    @Test("It does not keep alive what it follows, and several may wait") func lifetime() async throws {
        let gate = Gate()
        gate.open()
        var feed: Feed<Row>? = feed(gate)
        weak let held = feed
        let probe = FeedProbe(try #require(feed))
        async let loaded = probe.firstState { $0.isLoaded }
        async let asked = probe.firstState { $0.wasRequested }
        feed?.open()
        #expect(try await loaded.isLoaded)
        #expect(try await asked.wasRequested)
        feed = nil
        #expect(held == nil)
        #expect(probe.states.count == 3)
    }
}
