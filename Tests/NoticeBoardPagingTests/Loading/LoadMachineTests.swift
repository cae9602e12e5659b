import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Every event in every state of a load, with its effects and the resulting state.
@Suite("LoadMachine: state table", .inTurn, .timeLimit(.minutes(1))) struct LoadMachineTests {
    private typealias Machine = LoadMachine<[Int]>
    private typealias Point = (name: String, number: Int, before: [Machine.Event], kept: [Int]?)

    private let failure = NoticeBoardError(.timedOut)

    private var points: [Point] {
        let failed = { (number: Int) in Machine.Event.failed(failure, number) }
        return [
            ("fresh", 0, [], nil), ("kept", 0, [], [1]), ("loading", 1, [.open], nil), ("slow", 1, [.open, .waited(1)], nil),
            ("kept, loading", 1, [.open], [1]), ("kept, failed", 1, [.open, failed(1)], [1]),
            ("loaded", 1, [.open, .loaded([1], 1)], nil), ("refreshing", 2, [.open, .loaded([1], 1), .refresh], nil),
            ("failed", 1, [.open, failed(1)], nil), ("failed again", 2, [.open, .loaded([1], 1), .refresh, failed(2)], nil),
        ]
    }

    private func events(_ number: Int) -> [(String, Machine.Event)] {
        [
            ("open", .open), ("refresh", .refresh), ("retry", .retry), ("reset", .reset), ("change", .changed { $0.append(5) }),
            ("answer", .loaded([9], number)), ("failure", .failed(NoticeBoardError(.unreachable), number)),
            ("give up", .gaveUp(number)),
            ("waited", .waited(number)),
        ]
    }

    private func received(_ machine: Machine, _ effects: [Machine.Effect]) -> String {
        let words = effects.map { effect in
            switch effect {
            case .load(let number): "load \(number)"
            case .wait(let seconds, let number): "wait \(number) for \(seconds)"
            case .cancel(let number): "end \(number)"
            }
        }
        let phase =
            switch machine.state.phase {
            case .idle: "idle"
            case .loading(let isSlow): isSlow ? "slow" : "loading"
            case .failed(let error): "\(error.code)"
            }
        let value = machine.state.value.map { "\($0)" } ?? "nothing"
        return (words + ["\(value) \(phase)" + (machine.state.isStale ? " old" : "")]).joined(separator: ", ")
    }

    /// Events that are not listed change nothing and have no effects.
    private let table: [String: [String: String]] = [
        "fresh": [
            "open": "load 1, wait 1 for 0.5, nothing loading", "refresh": "load 1, wait 1 for 0.5, nothing loading",
            "retry": "load 1, wait 1 for 0.5, nothing loading",
        ],
        "kept": [
            "open": "load 1, wait 1 for 0.5, [1] loading old", "refresh": "load 1, wait 1 for 0.5, [1] loading old",
            "reset": "nothing idle", "change": "[1, 5] idle old",
        ],
        "loading": [
            "reset": "end 1, nothing idle", "answer": "end 1, [9] idle", "failure": "end 1, nothing unreachable",
            "give up": "end 1, nothing idle", "waited": "nothing slow",
        ],
        "slow": [
            "reset": "end 1, nothing idle", "answer": "end 1, [9] idle", "failure": "end 1, nothing unreachable",
            "give up": "end 1, nothing idle",
        ],
        "kept, loading": [
            "reset": "end 1, nothing idle", "change": "[1, 5] loading old", "answer": "end 1, [9] idle",
            "failure": "end 1, [1] unreachable old", "give up": "end 1, [1] idle old", "waited": "[1] slow old",
        ],
        "kept, failed": [
            "refresh": "load 2, wait 2 for 0.5, [1] loading old", "retry": "load 2, wait 2 for 0.5, [1] loading old",
            "reset": "nothing idle", "change": "[1, 5] timedOut old",
        ],
        "loaded": ["refresh": "load 2, wait 2 for 0.5, [1] loading", "reset": "nothing idle", "change": "[1, 5] idle"],
        "refreshing": [
            "reset": "end 2, nothing idle", "change": "[1, 5] loading", "answer": "end 2, [9] idle",
            "failure": "end 2, [1] unreachable", "give up": "end 2, [1] idle", "waited": "[1] slow",
        ],
        "failed": [
            "refresh": "load 2, wait 2 for 0.5, nothing loading", "retry": "load 2, wait 2 for 0.5, nothing loading",
            "reset": "nothing idle",
        ],
        "failed again": [
            "refresh": "load 3, wait 3 for 0.5, [1] loading", "retry": "load 3, wait 3 for 0.5, [1] loading",
            "reset": "nothing idle",
            "change": "[1, 5] timedOut",
        ],
    ]

    @Test("State and event determine the effects and the next state") func everything() {
        for point in points {
            var begun = Machine(from: point.kept, spinnerDelay: 0.5)
            for event in point.before { _ = begun.handle(event) }
            let before = received(begun, [])
            for (name, event) in events(point.number) {
                var machine = begun
                let effects = machine.handle(event)
                #expect(received(machine, effects) == table[point.name]?[name] ?? before, "\(name), \(point.name)")
            }
            // Events of a load other than the pending one are ignored.
            let answers: Set = ["answer", "failure", "give up", "waited"]
            for (name, event) in events(point.number - 1) + events(point.number + 1) where answers.contains(name) {
                var machine = begun
                let effects = machine.handle(event)
                #expect(received(machine, effects) == before, "\(name) of another, \(point.name)")
            }
        }
    }

    @Test("An initial value is missing, idle and fresh, and the spinner delay is 0.3 seconds") func defaults() {
        let loaded = Loaded<[Int]>()
        #expect(loaded.value == nil && loaded.phase == .idle && !loaded.isStale && loaded.failure == nil)
        #expect(Loaded([1]) == Loaded([1], phase: .idle, isStale: false))
        #expect(Loaded<[Int]>(phase: .failed(failure)).failure == failure)
        var machine = Machine()
        #expect(machine.handle(.open) == [.load(1), .wait(0.3, 1)])
    }

    @Test("Changes made during a load apply only to its response, in order", arguments: ["failure", "give up", "reset"])
    func missed(how: String) {
        var machine = Machine(from: [1])
        _ = machine.handle(.open)
        _ = machine.handle(.changed { $0.append(5) })
        _ = machine.handle(.changed { $0.append(6) })
        #expect(machine.state.value == [1, 5, 6])
        var answered = machine
        _ = answered.handle(.loaded([2], 1))
        #expect(answered.state == Loaded([2, 5, 6]))
        switch how {
        case "failure": _ = machine.handle(.failed(failure, 1))
        case "give up": _ = machine.handle(.gaveUp(1))
        default: _ = machine.handle(.reset)
        }
        let number = how == "reset" ? 3 : 2
        #expect(machine.handle(.refresh) == [.load(number), .wait(0.3, number)])
        _ = machine.handle(.loaded([3], number))
        #expect(machine.state == Loaded([3]))
        // They are not applied again to the next response.
        _ = answered.handle(.refresh)
        _ = answered.handle(.loaded([4], 2))
        #expect(answered.state == Loaded([4]))
    }

    @MainActor @Test("A loader loads on request, applies changes and cancels its load on reset") func loader()
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
        #expect(asked.count == 0 && loader.state == Loaded([1, 2], isStale: true))
        loader.open()
        await clock.waitForSleepers(1)
        await gate.waitForArrivals(1)
        #expect(clock.pending == [2])
        loader.reset()
        #expect(clock.pending == [] && gate.waiting == 0)
        loader.refresh()
        changes.send(3)
        await gate.waitForArrivals(2)
        gate.open()
        await loader.firstState { $0.value != nil }
        #expect(loader.state == Loaded([7, 3]) && asked.count == 2)
        let phases: [LoadPhase] = [.idle, .idle, .loading(isSlow: false), .idle, .loading(isSlow: false), .idle]
        #expect(received.map(\.phase) == phases && received.map(\.value) == [[1], [1, 2], [1, 2], nil, nil, [7, 3]])
        observation.cancel()
    }

    /// A value whose equal instances can be distinguished by identity.
    private final class Sheet: Sendable, Equatable {
        let text: String
        init(_ text: String) { self.text = text }
        static func == (left: Sheet, right: Sheet) -> Bool { left.text == right.text }
    }

    @MainActor @Test("An equal reloaded value keeps its instance") func instance()
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
        #expect(loader.state.value !== first && loader.state.value?.text == "two")
        await loader.refreshAndWait()
        #expect(loader.state.value?.text == "two" && loader.state.phase == .idle)
    }

    @MainActor
    @Test("CombinedState notifies observers and streams in order until it is released")
    func joined() async {
        let (one, two) = (Loader<Int>(from: 1) { 1 }, Loader<Int>(from: 2) { 2 })
        var joined: CombinedState<[Int]>? = CombinedState([one, two]) { [one.state.value ?? 0, two.state.value ?? 0] }
        var received: [[Int]] = []
        let observation = joined?.observe { received.append($0) }
        var states = joined?.states.makeAsyncIterator()
        #expect(received == [[1, 2]] && joined?.state == [1, 2])
        #expect(await states?.next() == [1, 2])
        one.reset()
        #expect(received == [[1, 2], [0, 2]] && joined?.state == [0, 2])
        two.reset()
        #expect(await states?.next() == [0, 0] && received == [[1, 2], [0, 2], [0, 0]])
        two.reset()
        #expect(received.count == 3)
        joined = nil
        #expect(await states?.next() == nil)
        await one.refreshAndWait()
        #expect(received.count == 3)
        observation?.cancel()
    }
}
