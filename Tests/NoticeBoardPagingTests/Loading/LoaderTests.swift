import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@Suite("LoadMachine and Loader", .inTurn, .timeLimit(.minutes(1))) struct LoaderTests {
    typealias Machine = LoadMachine<[Int]>

    @Test("Loads a value once, keeps it during a reload and drops late responses") func loading() {
        var machine = Machine()
        #expect(machine.handle(.open) == [.load(1), .wait(0.3, 1)] && machine.handle(.open).isEmpty)
        #expect(machine.handle(.waited(1)).isEmpty && machine.state.phase.showsSpinner)
        #expect(machine.handle(.loaded([1], 1)) == [.cancel(1)] && machine.state == Loaded([1]))
        #expect(machine.handle(.open).isEmpty)
        _ = machine.handle(.refresh)
        _ = machine.handle(.failed(NoticeBoardError(.timedOut), 2))
        #expect(machine.state.value == [1] && machine.state.failure?.code == .timedOut)
        #expect(machine.handle(.open).isEmpty && machine.handle(.loaded([9], 1)).isEmpty)
        #expect(machine.handle(.retry) == [.load(3), .wait(0.3, 3)] && machine.handle(.reset) == [.cancel(3)])
        #expect(machine.handle(.loaded([9], 3)).isEmpty && machine.state == Loaded())
    }

    @Test("Applies changes made during a load to its result") func changes() {
        var machine = Machine(from: [1])
        #expect(machine.state.isStale)
        _ = machine.handle(.open)
        _ = machine.handle(.changed { if !$0.contains(5) { $0.append(5) } })
        #expect(machine.state.value == [1, 5])
        _ = machine.handle(.loaded([1, 2], 1))
        #expect(machine.state == Loaded([1, 2, 5]))
    }

    @MainActor
    @Test("A thrown error is a failure with its cause, and a cancellation is not a failure")
    func failures() async {
        struct Odd: Error {}
        let fate = Locked<any Error>(Odd())
        let loader = Loader<Int>(from: 7) { throw fate.withLock { $0 } }
        await loader.refreshAndWait()
        #expect(loader.state.failure?.code == .external && loader.state.failure?.underlying is Odd && loader.state.value == 7)
        fate.withLock { $0 = NoticeBoardError(.timedOut) }
        await loader.refreshAndWait()
        #expect(loader.state.failure?.code == .timedOut)
        fate.withLock { $0 = CancellationError() }
        await loader.refreshAndWait()
        #expect(loader.state.failure?.code != .external && !loader.state.phase.isLoading && loader.state.value == 7)
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
            #expect(
                clock.pending == [spinnerDelay ?? 0.3, spinnerDelay ?? 0.3] && !loaders.contains { $0.state.phase.showsSpinner })
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
