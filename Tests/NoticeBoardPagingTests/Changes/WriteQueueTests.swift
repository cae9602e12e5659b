import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardPaging

@MainActor @Suite("WriteQueue", .inTurn, .timeLimit(.minutes(1))) struct WriteQueueTests {
    private enum Change: Sendable, Equatable { case liked(Int, Bool), wrote(String) }
    private struct Odd: Error {}

    @Test("Sends a change before its write completes with the result")
    func received()
        async
    {
        let (bus, notes, last) = (ChangeBus<Change>(), Notes<String>(), Gate())
        let writes = WriteQueue(bus)
        let observation = bus.observe { notes.add("\($0)") }
        writes.begin("a", { .wrote("one") }) { notes.add("done \((try? $0.get()).map { "\($0 == .wrote("one"))" } ?? "-")") }
        writes.begin("a", { nil }) { result in
            if case .success(nil) = result { notes.add("done with nothing") }
        }
        writes.begin("a", { throw Odd() }) { result in
            if case .failure(let error) = result, error is Odd { notes.add("failed") }
            last.open()
        }
        try? await last.pass()
        #expect(notes.all == ["wrote(\"one\")", "done true", "done with nothing", "failed"])
        #expect(!writes.isEnded)
        observation.cancel()
    }

    @Test("The third write of a key waits for the second") func chained()
        async
    {
        let (gates, begun, bus) = ((0..<3).map { _ in Gate() }, Notes<Int>(), ChangeBus<Change>())
        let (writes, firstDone, last) = (WriteQueue(bus), Gate(), Gate())
        func begin(_ number: Int, _ done: Gate) {
            writes.begin("a") {
                begun.add(number)
                try await gates[number].pass()
                return .wrote("\(number)")
            } done: { _ in
                done.open()
            }
        }
        begin(0, firstDone)
        begin(1, Gate())
        // A write of another key does not wait.
        let other = Gate()
        writes.begin("b", { nil }) { _ in other.open() }
        try? await other.pass()
        gates[0].open()
        try? await firstDone.pass()
        begin(2, last)
        await gates[1].waitForArrivals(1)
        await letOtherTasksRun()
        #expect(begun.all == [0, 1])
        #expect(gates[2].arrivals == 0)
        gates[2].open()
        gates[1].open()
        try? await last.pass()
        #expect(begun.all == [0, 1, 2])
    }

    @Test("Ending cancels every write")
    func ended() async {
        let (gate, left, bus) = (Gate(), Gate(), ChangeBus<Change>())
        let (writes, received, ends) = (WriteQueue(bus), Notes<String>(), Locked(0))
        let observations = [bus.observe { received.add("\($0)") }, writes.observeEnd { ends.withLock { $0 += 1 } }]
        for key in ["a", "b"] {
            writes.begin(key) {
                do { try await gate.pass() } catch { if gate.waiting == 0 { left.open() } }
                return .wrote(key)
            } done: { _ in
                received.add("done")
            }
        }
        await gate.waitForArrivals(2)
        writes.end()
        #expect(writes.isEnded)
        #expect(gate.waiting == 0)
        #expect(ends.withLock { $0 } == 1)
        writes.end()
        writes.begin("c", { .wrote("c") }) { _ in received.add("done") }
        try? await left.pass()
        await letOtherTasksRun()
        #expect(received.all.isEmpty)
        #expect(ends.withLock { $0 } == 1)
        for observation in observations { observation.cancel() }
    }

    @Test("Ending also cancels a write that another write waits for") func endedChain() async {
        let gate = Gate()
        let writes = WriteQueue(ChangeBus<Change>())
        for _ in 0..<2 {
            writes.begin("a") {
                try await gate.pass()
                return nil
            }
        }
        await gate.waitForArrivals(1)
        writes.end()
        #expect(gate.waiting == 0)
        gate.open()
    }

    // MARK: - Optimistic updates

    @Test("Distinguishes lost responses from refusals") func refusals() {
        let lost: [NoticeBoardError.Code] = [
            .unreachable, .connectionLost, .timedOut, .serverFailure, .unreadableResponse, .responseTooLarge, .unexpectedStatus,
            .external,
        ]
        let refused: [NoticeBoardError.Code] = [
            .forbidden, .notFound, .conflict, .unauthorized, .sessionOver, .inputRefused, .tooManyRequests, .noNetwork,
            .invalidInput,
            .insecure, .untrustedServer, .tooEarly,
        ]
        for code in lost { #expect(!OptimisticUpdates<Int, Bool, Change>.refuses(NoticeBoardError(code)), "\(code)") }
        for code in refused { #expect(OptimisticUpdates<Int, Bool, Change>.refuses(NoticeBoardError(code)), "\(code)") }
        #expect(!OptimisticUpdates<Int, Bool, Change>.refuses(Odd()))
        #expect(!OptimisticUpdates<Int, Bool, Change>.refuses(CancellationError()))
    }

    /// A service with prepared responses that logs its calls.
    private final class Service: Sendable {
        let asked = Notes<String>()
        let failed = Notes<String>()
        private let answers: Locked<[Result<Bool, any Error>]>

        init(_ answers: [Result<Bool, any Error>]) { self.answers = Locked(answers) }

        func answer(_ call: String, _ key: Int) throws -> (value: Bool, change: Change) {
            asked.add("\(call) \(key)")
            let isSo = try answers.withLock { $0.removeFirst() }.get()
            return (isSo, .liked(key, isSo))
        }
    }

    @Test("Reads the value after a lost response of a service without toggles") func makes() async {
        let service = Service([.failure(NoticeBoardError(.timedOut)), .success(true), .success(false), .success(false)])
        let (bus, received) = (ChangeBus<Change>(), Notes<Change>())
        let observation = bus.observe { received.add($0) }
        let wishes = OptimisticUpdates<Int, Bool, Change>(
            WriteQueue(bus), set: { key, isWanted in try service.answer("make \(isWanted)", key) },
            fetch: { try service.answer("look", $0) },
            failed: { key, error in service.failed.add("\(key)") })
        wishes.want(true, 7, confirmed: false)
        #expect(wishes.state == [7: true])
        await wishes.firstState { $0.isEmpty }
        #expect(service.asked.all == ["make true 7", "look 7"])
        #expect(received.all == [.liked(7, true)])
        wishes.want(false, 7, confirmed: true)
        #expect(wishes.state == [7: false])
        await wishes.firstState { $0.isEmpty }
        #expect(service.asked.all == ["make true 7", "look 7", "make false 7"])
        #expect(received.all == [.liked(7, true), .liked(7, false)])
        // A value that is already confirmed is not requested.
        wishes.want(false, 7, confirmed: false)
        #expect(wishes.state.isEmpty)
        #expect(service.asked.count == 3)
        #expect(service.failed.count == 0)
        observation.cancel()
    }

    @Test("Drops a value with the error of its last request")
    func givenUp() async {
        let service = Service([
            .failure(NoticeBoardError(.forbidden)), .failure(Odd()), .failure(NoticeBoardError(.timedOut)), .success(true),
        ])
        let (received, bus) = (Notes<String>(), ChangeBus<Change>())
        let wishes = OptimisticUpdates<Int, Bool, Change>(
            WriteQueue(bus), set: { key, _ in try service.answer("toggle", key) }, fetch: { try service.answer("look", $0) },
            failed: { key, error in
                received.add("\(key): \((error as? NoticeBoardError)?.code.rawValue ?? "")")
            })
        for number in 1...2 {
            wishes.want(true, number, confirmed: false)
            await wishes.firstState { $0.isEmpty }
        }
        #expect(service.asked.all == ["toggle 1", "toggle 2", "look 2"])
        #expect(received.all == ["1: forbidden", "2: timedOut"])
        // The state is unknown, so it is read before anything is toggled.
        wishes.want(true, 2, confirmed: false)
        await wishes.firstState { $0.isEmpty }
        #expect(service.asked.all.suffix(1) == ["look 2"])
        #expect(received.count == 2)
    }

    @Test("Two groups of updates with the same key are independent") func families() async {
        let (gate, bus) = (Gate(), ChangeBus<Change>())
        let writes = WriteQueue(bus)
        let held = OptimisticUpdates<Int, Bool, Change>(writes) { key, _ in
            try await gate.pass()
            return (true, .liked(key, true))
        } fetch: { key in
            (true, .liked(key, true))
        }
        let quick = OptimisticUpdates<Int, Bool, Change>(writes) { key, _ in
            (true, .liked(key, true))
        } fetch: {
            (true, .liked($0, true))
        }
        var seen: [[Int: Bool]] = []
        let observation = held.observe { seen.append($0) }
        var states = held.states.makeAsyncIterator()
        #expect(await states.next() == [:])
        held.want(true, 1, confirmed: false)
        held.want(true, 1, confirmed: false)
        quick.want(true, 1, confirmed: false)
        await quick.firstState { $0.isEmpty }
        #expect(held.state == [1: true])
        #expect(seen == [[:], [1: true]])
        #expect(await states.next() == [1: true])
        gate.open()
        #expect(await states.next() == [:])
        #expect(seen == [[:], [1: true], [:]])
        observation.cancel()
    }

    @Test("Ending the queue clears all wanted values at once") func signedOut() async {
        let (gate, bus) = (Gate(), ChangeBus<Change>())
        let writes = WriteQueue(bus)
        let failures = Notes<Int>()
        let wishes = OptimisticUpdates<Int, Bool, Change>(writes) { key, _ in
            try await gate.pass()
            return (true, .liked(key, true))
        } fetch: { key in
            (true, .liked(key, true))
        } failed: { key, _ in
            failures.add(key)
        }
        var seen: [[Int: Bool]] = []
        let observation = wishes.observe { seen.append($0) }
        for key in 1...2 { wishes.want(true, key, confirmed: false) }
        await gate.waitForArrivals(2)
        writes.end()
        #expect(seen == [[:], [1: true], [1: true, 2: true], [:]])
        #expect(wishes.state.isEmpty)
        #expect(gate.waiting == 0)
        await letOtherTasksRun()
        wishes.want(true, 3, confirmed: false)
        #expect(seen.count == 4)
        #expect(failures.count == 0)
        #expect(gate.arrivals == 2)
        observation.cancel()
    }
}
