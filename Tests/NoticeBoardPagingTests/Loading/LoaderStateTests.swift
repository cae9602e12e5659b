import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

/// The states of a loader, whose loads end when the test says so.
@MainActor @Suite("Loader: states", .inTurn, .timeLimit(.minutes(1))) struct LoaderStateTests {
    private let clock = ManualClock()
    private let gate = Gate()
    private let changes = ChangeBus<Int>()
    private let answer = Locked<Result<[Int], any Error>>(.success([]))
    private let asked = Notes<Int>()
    private let failure = NoticeBoardError(.timedOut)

    private func makeLoader(from kept: [Int]? = nil) -> Loader<[Int]> {
        Loader(
            from: kept, spinnerDelay: 0.5, changes: changes, patch: { change, value in value.append(change) }, time: clock.time
        ) { [gate, answer, asked] in
            asked.add(1)
            try await gate.pass()
            return try answer.withLock { $0 }.get()
        }
    }

    /// Ends the running load.
    private func end(_ loader: Loader<[Int]>, _ result: Result<[Int], any Error>) async {
        answer.withLock { $0 = result }
        gate.open(for: 1)
        await loader.firstState { !$0.phase.isLoading }
    }

    @Test("Opening loads a missing value once") func open() async {
        let loader = makeLoader()
        loader.open()
        loader.open()
        await end(loader, .success([1]))
        loader.open()
        #expect(loader.state == Loaded([1]))
        #expect(asked.count == 1)
    }

    @Test("Opening loads a stored value anew") func openStored() async {
        let loader = makeLoader(from: [1])
        loader.open()
        #expect(loader.state == Loaded([1], phase: .loading(isSlow: false), isStale: true))
        await end(loader, .success([2]))
        #expect(loader.state == Loaded([2]))
    }

    @Test("A failed load is left to a retry") func failed() async {
        let loader = makeLoader()
        loader.open()
        await end(loader, .failure(failure))
        loader.open()
        #expect(loader.state == Loaded(phase: .failed(failure)))
        loader.retry()
        await end(loader, .success([1]))
        #expect(loader.state == Loaded([1]))
        loader.retry()
        #expect(loader.state.phase == .idle, "there is nothing to retry")
    }

    @Test("A failed refresh keeps a stored value, which stays stale") func failedRefresh() async {
        let loader = makeLoader(from: [1])
        loader.refresh()
        await end(loader, .failure(failure))
        #expect(loader.state == Loaded([1], phase: .failed(failure), isStale: true))
    }

    @Test("A cancelled load is no failure") func cancelled() async {
        let loader = makeLoader(from: [1])
        loader.refresh()
        await end(loader, .failure(CancellationError()))
        #expect(loader.state == Loaded([1], isStale: true))
    }

    @Test("A reload replaces a running load") func reload() async {
        let loader = makeLoader()
        loader.refresh()
        loader.reload()
        answer.withLock { $0 = .success([1]) }
        gate.open(for: 2)
        await loader.firstState { !$0.phase.isLoading }
        #expect(loader.state == Loaded([1]))
    }

    @Test("A refresh replaces a load that hangs for more than three seconds") func hanging() async {
        let loader = makeLoader()
        loader.refresh()
        await clock.waitForSleepers(1)
        clock.advance(by: 0.5)
        await loader.firstState { $0.phase.showsSpinner }
        loader.refresh()
        #expect(loader.state.phase.showsSpinner)
        await clock.waitForSleepers(1)
        clock.advance(by: 2.5)
        // The end of the wait is not part of the state.
        while asked.count < 2 {
            loader.refresh()
            await Task.yield()
        }
        answer.withLock { $0 = .success([1]) }
        gate.open(for: 2)
        await loader.firstState { !$0.phase.isLoading }
        #expect(loader.state == Loaded([1]))
    }

    @Test("A load becomes slow after the spinner delay") func slow() async {
        let loader = makeLoader()
        loader.open()
        await clock.waitForSleepers(1)
        clock.advance(by: 0.5)
        await loader.firstState { $0.phase.showsSpinner }
        await end(loader, .success([1]))
        #expect(loader.state == Loaded([1]))
    }

    @Test("The answer of a load that a reset cancelled is dropped") func reset() async {
        let (first, second) = (Gate(), Gate())
        let loads = Notes<Int>()
        let loader = Loader<Int> {
            loads.add(1)
            let number = loads.count
            // It ignores its cancellation.
            try? await (number == 1 ? first : second).pass()
            return number
        }
        loader.open()
        await first.waitForArrivals(1)
        loader.reset()
        loader.open()
        await second.waitForArrivals(1)
        #expect(loader.state == Loaded(phase: .loading(isSlow: false)))
        second.open()
        await loader.firstState { $0.value != nil }
        #expect(loader.state == Loaded(2))
    }

    @Test("Changes made during a load apply to its value, in order") func missed() async {
        let loader = makeLoader(from: [1])
        loader.open()
        changes.send(5)
        changes.send(6)
        #expect(loader.state.value == [1, 5, 6])
        await end(loader, .success([2]))
        #expect(loader.state == Loaded([2, 5, 6]))
    }

    @Test("Changes made during a load do not apply to the next one", arguments: ["success", "failure", "cancellation", "reset"])
    func missedOnce(how: String) async {
        let loader = makeLoader(from: [1])
        loader.open()
        changes.send(5)
        switch how {
        case "success": await end(loader, .success([2]))
        case "failure": await end(loader, .failure(failure))
        case "cancellation": await end(loader, .failure(CancellationError()))
        default: loader.reset()
        }
        loader.refresh()
        await end(loader, .success([3]))
        #expect(loader.state == Loaded([3]))
    }

    @Test("A reset cancels a loader's load") func loader()
        async
    {
        let (gate, clock, asked, changes) = (Gate(), ManualClock(), Notes<Int>(), ChangeBus<Int>())
        let loader = Loader<[Int]>(
            from: [1], spinnerDelay: 2, changes: changes, patch: { change, value in value.append(change) }, time: clock.time
        ) {
            asked.add(1)
            try await gate.pass()
            return [7]
        }
        var received: [Loaded<[Int]>] = []
        let observation = loader.observe { received.append($0) }
        changes.send(2)
        loader.retry()
        #expect(asked.count == 0)
        #expect(loader.state == Loaded([1, 2], isStale: true))
        loader.open()
        await clock.waitForSleepers(1)
        await gate.waitForArrivals(1)
        #expect(clock.pending == [2])
        loader.reset()
        #expect(clock.pending == [])
        #expect(gate.waiting == 0)
        loader.refresh()
        changes.send(3)
        await gate.waitForArrivals(2)
        gate.open()
        await loader.firstState { $0.value != nil }
        #expect(loader.state == Loaded([7, 3]))
        #expect(asked.count == 2)
        let phases: [LoadPhase] = [.idle, .idle, .loading(isSlow: false), .idle, .loading(isSlow: false), .idle]
        #expect(received.map(\.phase) == phases)
        #expect(received.map(\.value) == [[1], [1, 2], [1, 2], nil, nil, [7, 3]])
        observation.cancel()
    }

    /// A value whose equal instances can be distinguished by identity.
    private final class Sheet: Sendable, Equatable {
        let text: String
        init(_ text: String) { self.text = text }
        static func == (left: Sheet, right: Sheet) -> Bool { left.text == right.text }
    }

    @Test("An equal reloaded value keeps its instance") func instance()
        async throws
    {
        let text = Locked("one")
        let loader = Loader<Sheet> { Sheet(text.withLock { $0 }) }
        await loader.refreshAndWait()
        let first = try #require(loader.state.value)
        await loader.refreshAndWait()
        #expect(loader.state.value === first)
        text.withLock { $0 = "two" }
        await loader.refreshAndWait()
        #expect(loader.state.value !== first)
        #expect(loader.state.value?.text == "two")
        await loader.refreshAndWait()
        #expect(loader.state.value?.text == "two")
        #expect(loader.state.phase == .idle)
    }

    @Test("CombinedState notifies in order until it is released")
    func joined() async {
        let (one, two) = (Loader<Int>(from: 1) { 1 }, Loader<Int>(from: 2) { 2 })
        var joined: CombinedState<[Int]>? = CombinedState([one, two]) { [one.state.value ?? 0, two.state.value ?? 0] }
        var received: [[Int]] = []
        let observation = joined?.observe { received.append($0) }
        var states = joined?.states.makeAsyncIterator()
        #expect(received == [[1, 2]])
        #expect(joined?.state == [1, 2])
        #expect(await states?.next() == [1, 2])
        one.reset()
        #expect(received == [[1, 2], [0, 2]])
        #expect(joined?.state == [0, 2])
        two.reset()
        #expect(await states?.next() == [0, 0])
        #expect(received == [[1, 2], [0, 2], [0, 0]])
        two.reset()
        #expect(received.count == 3)
        joined = nil
        #expect(await states?.next() == nil)
        await one.refreshAndWait()
        #expect(received.count == 3)
        observation?.cancel()
    }
}
