import Dispatch
import NoticeBoardTesting
import Testing

@testable import NoticeBoardBase

@Suite("Redacted, Locked, TimeSource and Listeners", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PartsTests {
    // MARK: - Redacted

    private struct Secret: Redacted {
        let text = "planted"
        var description: String { "Secret(…)" }
    }

    @Test("A redacted value shows only its description when printed, dumped or mirrored") func redacted() {
        var dumped = ""
        dump(Secret(), to: &dumped)
        #expect(!dumped.contains("planted"))
        #expect(dumped.contains("Secret(…)"))
        #expect(Secret().debugDescription == "Secret(…)")
        #expect(Mirror(reflecting: Secret()).children.map { "\($0.value)" } == ["Secret(…)"])
    }

    // MARK: - Locks

    @Test("A lock is released when its body throws") func locks() {
        struct Odd: Error {}
        let count = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 4_000) { _ in count.withLock { $0 += 1 } }
        #expect(throws: Odd.self) { try count.withLock { _ in throw Odd() } }
        #expect(count.withLock { $0 } == 4_000)
    }

    // MARK: - TimeSource

    @Test("A wait returns true when its time is up and false when cancelled or failed") func over() async {
        struct Odd: Error {}
        for seconds in [0.0, -5] { #expect(await TimeSource.system.over(seconds)) }
        #expect(await !TimeSource(now: { 0 }, sleep: { _ in throw Odd() }).over(1))
        let clock = ManualClock()
        let waits = [Task { await clock.time.over(3) }, Task { await clock.time.over(5) }]
        await clock.waitForSleepers(2)
        #expect(clock.pending.sorted() == [3, 5])
        waits[1].cancel()
        #expect(await !waits[1].value)
        clock.advance(by: 3)
        #expect(await waits[0].value)
    }

    @Test("Work that takes longer than its time is cancelled and has no result") func limited() async throws {
        struct Odd: Error {}
        let (clock, gate, end) = (ManualClock(), Gate(), Gate())
        #expect(try await clock.time.result(within: 3) { "done" } == "done")
        await #expect(throws: Odd.self) { try await clock.time.result(within: 3) { throw Odd() } }
        let late = Task {
            try await clock.time.result(within: 3) {
                defer { end.open() }
                try await gate.pass()
                return "late"
            }
        }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: 3)
        #expect(try await late.value == nil)
        #expect(end.isOpen)
        #expect(gate.waiting == 0)
    }

    // MARK: - Listeners

    @MainActor @Test("Listeners receive values in order, nested ones last, until they are cancelled")
    func listeners() {
        let listeners = Listeners<Int>()
        var received: [String] = []
        let first = listeners.add { value in
            received.append("a\(value)")
            if value == 1 { for next in [2, 3] { listeners.notify(next) } }
        }
        let second = listeners.add(now: 0) { received.append("b\($0)") }
        #expect(received == ["b0"])
        listeners.notify(1)
        #expect(received == ["b0", "a1", "b1", "a2", "b2", "a3", "b3"])
        first.cancel()
        listeners.notify(4)
        let third = listeners.add { received.append("c\($0)") }
        listeners.notify(5)
        #expect(received.suffix(3) == ["b4", "b5", "c5"])
        for observation in [first, second, third] { observation.cancel() }
        listeners.notify(6)
        #expect(received.count == 10)
    }

    @MainActor @Test("A notification skips listeners that are cancelled or added during it")
    func endsAnother() {
        let listeners = Listeners<Int>()
        var (received, others): ([String], [StateObservation]) = ([], [])
        let first = listeners.add { value in
            received.append("a\(value)")
            if value == 1 { others.first?.cancel() }
            if value == 2 { others.append(listeners.add { received.append("c\($0)") }) }
        }
        others.append(listeners.add { received.append("b\($0)") })
        for value in 1...3 { listeners.notify(value) }
        #expect(received == ["a1", "a2", "a3", "c3"])
        first.cancel()
    }
}
