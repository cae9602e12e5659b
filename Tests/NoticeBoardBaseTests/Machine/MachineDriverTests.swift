import NoticeBoardBase
import Testing

/// A state machine that collects numbers and starts effects.
private struct Counter: StateMachine {
    enum Event: Sendable, Equatable { case add(Int), nothing, start(Int), stop, shout }
    enum Effect: Sendable { case work(Int), stop, shout }

    private(set) var state: [Int] = []

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .add(let number): state.append(number)
        case .nothing: break
        case .start(let number): return [.work(number)]
        case .stop: return [.stop]
        case .shout: return [.shout]
        }
        return []
    }
}

@MainActor @Suite("MachineDriver", .serialized, .inTurn, .timeLimit(.minutes(1))) struct MachineDriverTests {
    /// Numbered streams.
    ///
    /// A value put into one is the result of the work with that number.
    private final class Doors: Sendable {
        private let doors = (0..<4).map { _ in AsyncStream<Int>.makeStream() }

        func put(_ value: Int, through number: Int) { doors[number].continuation.yield(value) }

        func pass(_ number: Int) async -> Int? {
            for await value in doors[number].stream { return value }
            return nil
        }
    }

    private func driver(_ doors: Doors = Doors(), shout: @escaping @MainActor () -> Void = {}) -> MachineDriver<Counter, Int> {
        MachineDriver(Counter()) { effect, _ in
            switch effect {
            case .work(let number): .start(0) { await doors.pass(number).map { .add(number * 100 + $0) } }
            case .stop: .stop([0])
            case .shout: .now(shout)
            }
        }
    }

    @Test("Cancels work when work with the same key replaces it") func replaced() async {
        let (cancelled, received) = AsyncStream<Void>.makeStream()
        let driver = MachineDriver<Counter, Int>(Counter()) { effect, _ in
            guard case .work(let number) = effect, number == 1 else { return .start(0) { nil } }
            return .start(0) {
                // Ends only when its task is cancelled.
                for await _ in AsyncStream<Void>.makeStream().stream {}
                received.yield()
                return nil
            }
        }
        driver.handle(.start(1))
        driver.handle(.start(2))
        for await _ in cancelled { break }
    }

    @Test("Queues an event sent during another one, so that observers see one order") func reentrant() {
        let driver = driver()
        var received: [[Int]] = []
        let first = driver.observe { state in if 1..<3 ~= state.count { driver.handle(.add(state.count)) } }
        let second = driver.observe { received.append($0) }
        driver.handle(.add(0))
        #expect(received == [[], [0], [0, 1], [0, 1, 2]])
        driver.handle(.nothing)
        #expect(received.count == 4)
        first.cancel()
        second.cancel()
    }

    @Test("An event sent during an immediate effect is handled after the effect") func handedInMeanwhile() {
        final class Holder { var driver: MachineDriver<Counter, Int>? }
        let holder = Holder()
        var seen: [[Int]?] = []
        let driver = driver {
            holder.driver?.handle(.add(1))
            seen.append(holder.driver?.read(\.state))
        }
        holder.driver = driver
        driver.handle(.shout)
        #expect(seen == [[]])
        #expect(driver.read(\.state) == [1])
        holder.driver = nil
    }

    @Test("An ended observation releases everything its closure captures")
    func closureLetGo() {
        final class Holder { var observation: StateObservation? }
        for ends in [{ $0.observation?.cancel() }, { $0.observation = nil }] as [(Holder) -> Void] {
            weak var driver: MachineDriver<Counter, Int>?
            weak var holder: Holder?
            do {
                let (source, owner) = (self.driver(), Holder())
                owner.observation = source.observe { _ in withExtendedLifetime((source, owner)) {} }
                (driver, holder) = (source, owner)
                ends(owner)
            }
            #expect(driver == nil)
            #expect(holder == nil)
        }
    }

    @Test("A new observer gets the current state and the changes it causes") func stateNow() {
        let driver = driver()
        driver.handle(.add(1))
        var received: [[Int]] = []
        let observation = driver.observe { state in
            received.append(state)
            if state.count == 1 { driver.handle(.add(2)) }
        }
        #expect(received == [[1], [1, 2]])
        #expect(driver.state == [1, 2])
        observation.cancel()
    }

    @Test("Calling an observer repeatedly adds no stack depth") func calledOften() {
        let listeners = Listeners<Int>()
        var sum = 0
        let observation = listeners.add { sum += $0 }
        // Wrapping the observer at each call would overflow the stack.
        for _ in 0..<100_000 { listeners.notify(1) }
        #expect(sum == 100_000)
        observation.cancel()
    }

    @Test("An event sent by an immediate effect reaches the state") func now() {
        var driver: MachineDriver<Counter, Int>?
        driver = self.driver() { driver?.handle(.add(7)) }
        driver?.handle(.shout)
        #expect(driver?.state == [7])
        driver = nil
    }

    @Test("The result of work is an event unless the work was stopped or replaced") func work() async {
        let doors = Doors()
        let worker = driver(doors)
        var states = worker.states.makeAsyncIterator()
        #expect(await states.next() == [])
        worker.handle(.start(1))
        worker.handle(.start(2))
        doors.put(5, through: 1)
        doors.put(5, through: 2)
        #expect(await states.next() == [205])
        worker.handle(.start(3))
        worker.handle(.stop)
        worker.handle(.add(1))
        #expect(worker.state == [205, 1])
        #expect(worker.read(\.state.count) == 2)
    }

    @Test("Releasing the driver cancels its work") func dropped() async {
        let ended = AsyncStream<Bool>.makeStream()
        var driver: MachineDriver<Counter, Int>? = MachineDriver(Counter()) { _, _ in
            .start(0) {
                // A stream's loop ends when its task is cancelled.
                for await _ in AsyncStream<Int>.makeStream().stream {}
                ended.continuation.yield(Task.isCancelled)
                return nil
            }
        }
        weak let held = driver
        let states = driver?.states
        driver?.handle(.start(1))
        driver = nil
        #expect(held == nil)
        for await isCancelled in ended.stream {
            #expect(isCancelled)
            break
        }
        var iterator = states?.makeAsyncIterator()
        #expect(await iterator?.next() == [])
        #expect(await iterator?.next() == nil)
    }

    @Test("An observation ends when it is released") func letGo() {
        let driver = driver()
        var count = 0
        var observation: StateObservation? = driver.observe { _ in count += 1 }
        driver.handle(.add(1))
        observation = nil
        driver.handle(.add(2))
        #expect(count == 2)
        #expect(observation == nil)
    }
}
