import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@Suite("Loader", .inTurn, .timeLimit(.minutes(1))) struct LoaderTests {
    @MainActor
    @Test("A cancellation is not a failure")
    func failures() async {
        struct Odd: Error {}
        let fate = Locked<any Error>(Odd())
        let loader = Loader<Int>(from: 7) { throw fate.withLock { $0 } }
        await loader.refreshAndWait()
        #expect(loader.state.failure?.code == .external)
        #expect(loader.state.failure?.underlying is Odd)
        #expect(loader.state.value == 7)
        fate.withLock { $0 = NoticeBoardError(.timedOut) }
        await loader.refreshAndWait()
        #expect(loader.state.failure?.code == .timedOut)
        fate.withLock { $0 = CancellationError() }
        await loader.refreshAndWait()
        #expect(loader.state.failure?.code != .external)
        #expect(!loader.state.phase.isLoading)
        #expect(loader.state.value == 7)
    }

    @MainActor @Test("Shows a spinner after the default or the given delay") func spinnerDelay() async {
        for spinnerDelay in [nil, 2.0] {
            let (clock, gate) = (ManualClock(), Gate())
            let load: @concurrent @Sendable () async throws -> Int = {
                try await gate.pass()
                return 1
            }
            let (now, changes) = (clock.time, ChangeBus<Int>())
            let loaders = [
                spinnerDelay.map { Loader(spinnerDelay: $0, time: now, load: load) } ?? Loader(time: now, load: load),
                spinnerDelay.map { Loader(spinnerDelay: $0, changes: changes, patch: { $1 = $0 }, time: now, load: load) }
                    ?? Loader(changes: changes, patch: { $1 = $0 }, time: now, load: load),
            ]
            for loader in loaders { loader.open() }
            await clock.waitForSleepers(2)
            #expect(clock.pending == [spinnerDelay ?? 0.3, spinnerDelay ?? 0.3])
            #expect(!loaders.contains { $0.state.phase.showsSpinner })
            clock.advance(by: spinnerDelay ?? 0.3)
            for loader in loaders { await loader.firstState { $0.phase.showsSpinner } }
            gate.open()
            for loader in loaders { await loader.firstState { $0.value == 1 } }
        }
    }

    @MainActor @Test("Combines a loader and a feed into one state") func joined() async {
        let loader = Loader<String> { "profile" }
        let feed = Feed<Numbered> { _ in Page([1, 2]) }
        let joined = CombinedState<String>([loader, feed]) { "\(loader.state.value ?? "-") \(feed.state.items.count)" }
        #expect(joined.state == "- 0")
        await loader.refreshAndWait()
        await feed.refreshAndWait()
        #expect(joined.state == "profile 2")
    }

    @MainActor @Test("A combined state does not notify about an unchanged value") func joinedOnce() async {
        let feed = Feed<Numbered> { _ in Page([1, 2]) }
        let joined = CombinedState<Bool>([feed]) { feed.state.isLoaded }
        var received: [Bool] = []
        let observation = joined.observe { received.append($0) }
        await feed.refreshAndWait()
        await feed.refreshAndWait()
        #expect(received == [false, true])
        observation.cancel()
    }
}
