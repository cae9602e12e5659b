import NoticeBoardBase
import TestSupport
import Testing

@testable import NoticeBoardTesting

@Suite("Gates, clocks and values that can be waited for, step by step", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct WaitingTests {
    /// Comes to a gate without waiting there, and notes whether it was let in.
    private func visit(_ gate: Gate, _ number: Int, _ notes: Locked<[String]>) -> Gate.Ticket {
        let ticket = Gate.Ticket()
        gate.enter(ticket) { isAdmitted in notes.withLock { $0.append("\(number)\(isAdmitted ? "in" : "out")") } }
        return ticket
    }

    @Test("A gate lets in as many as it was opened for, those who came first before the others", arguments: -1...5)
    func permits(count: Int) {
        let (gate, notes) = (Gate(), Locked<[String]>([]))
        for number in 1...2 { _ = visit(gate, number, notes) }
        #expect(gate.waiting == 2 && gate.arrivals == 2 && !gate.isOpen)
        gate.open(for: count)
        let most = max(count, 0)
        #expect(notes.withLock { $0 } == (1...2).prefix(most).map { "\($0)in" } && gate.waiting == max(2 - most, 0))
        for number in 3...5 { _ = visit(gate, number, notes) }
        #expect(notes.withLock { $0 } == (1...5).prefix(most).map { "\($0)in" } && gate.waiting == 5 - most)
        #expect(gate.arrivals == 5 && !gate.isOpen)
        gate.open(for: 0)
        #expect(gate.waiting == 5 - most)
        gate.open()
        #expect(notes.withLock { $0 } == (1...5).map { "\($0)in" } && gate.waiting == 0 && gate.isOpen)
        _ = visit(gate, 6, notes)
        #expect(notes.withLock { $0.last } == "6in" && gate.arrivals == 6)
    }

    @Test("Leave adds up, and each visitor takes one") func sum() {
        let (gate, notes) = (Gate(), Locked<[String]>([]))
        gate.open(for: 1)
        gate.open(for: 2)
        for number in 1...4 { _ = visit(gate, number, notes) }
        #expect(notes.withLock { $0 } == ["1in", "2in", "3in"] && gate.waiting == 1)
        gate.open(for: 1)
        #expect(notes.withLock { $0 } == ["1in", "2in", "3in", "4in"] && gate.waiting == 0)
        _ = visit(gate, 5, notes)
        #expect(gate.waiting == 1)
    }

    @Test("Who leaves is told once, and it is the one who leaves") func leaving() {
        let (gate, notes) = (Gate(), Locked<[String]>([]))
        let tickets = (1...3).map { visit(gate, $0, notes) }
        gate.leave(tickets[1])
        gate.leave(tickets[1])
        gate.leave(Gate.Ticket())
        #expect(notes.withLock { $0 } == ["2out"] && gate.waiting == 2 && gate.arrivals == 3)
        gate.open()
        gate.leave(tickets[0])
        #expect(notes.withLock { $0 } == ["2out", "1in", "3in"])
    }

    @Test("A clock that is turned by nothing wakes nobody, by less than a second whom that suffices") func clock() async throws {
        let clock = ManualClock(now: 5)
        let half = Task { try await clock.sleep(0.5) }
        await clock.waitForSleepers(1)
        clock.advance(by: 0)
        #expect(clock.pending == [0.5] && clock.now == 5)
        let long = Task { try await clock.sleep(2) }
        await clock.waitForSleepers(2)
        #expect(clock.pending == [0.5, 2] && clock.asked == [0.5, 2])
        clock.advance(by: 0.5)
        try await half.value
        #expect(clock.pending == [2] && clock.now == 5.5)
        clock.advanceToNext()
        try await long.value
        #expect(clock.pending.isEmpty && clock.now == 7 && clock.asked == [0.5, 2] && clock.time.now() == 7)
        #expect(ManualClock(now: -3).now == -3)
    }

    @Test("Of several who sleep the one leaves that is cancelled; who was cancelled before does not sleep") func cancelling()
        async throws
    {
        let (clock, gate) = (ManualClock(), Gate())
        let first = Task { try await clock.sleep(1) }
        await clock.waitForSleepers(1)
        let second = Task { try await clock.sleep(2) }
        await clock.waitForSleepers(2)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(clock.pending == [1])
        let late = Task {
            try? await gate.pass()
            try await clock.sleep(3)
        }
        await gate.waitForArrivals(1)
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(clock.pending == [1] && clock.asked == [1, 2, 3])
        clock.advance(by: 1)
        try await first.value
    }

    @Test("A change resumes those whose condition it meets, and nobody else; who is cancelled leaves alone") func watched()
        async throws
    {
        let (number, over) = (Watched(0), Watched<[Int]>([]))
        let waiting = [2, 3, 9].map { least in
            Task {
                await number.until { $0 >= least }
                over.update { $0.append(least) }
            }
        }
        for _ in 0..<200 { await Task.yield() }
        let given = number.update { value in
            value += 1
            return "given back"
        }
        #expect(given == "given back" && number.value == 1)
        for _ in 0..<200 { await Task.yield() }
        #expect(over.value.isEmpty)
        number.update { $0 = 2 }
        await waiting[0].value
        for _ in 0..<200 { await Task.yield() }
        #expect(over.value == [2])
        waiting[2].cancel()
        await over.until { $0.count == 2 }
        // Whoever was resumed in another's place would leave that one waiting for ever.
        try #require(over.value == [2, 9])
        number.update { $0 = 3 }
        await waiting[1].value
        #expect(over.value == [2, 9, 3])
        await number.until { $0 == 3 }
    }

    @Test(
        "The newest ten thousand are kept, and all are counted", arguments: [0, 1, 9_999, 10_000, 10_001, 11_000, 11_001, 12_001])
    func newest(count: Int) {
        var newest = Newest<Int>()
        for number in 0..<count { newest.append(number + 1) }
        #expect(newest.count == count && newest.kept.elementsEqual((1...max(count, 1)).suffix(count).suffix(10_000)))
        for number in [0, count - 10_000, count - 9_999, count, count + 1] { newest.change(number) { $0 = -$0 } }
        let changed = newest.kept.enumerated().filter { $0.element < 0 }.map(\.offset)
        let expected = count == 0 ? [] : count < 10_000 ? [count - 1] : [0, 9_999]
        #expect(changed == expected && newest.count == count)
    }

    @Test("Whose turn is cancelled before it came does nothing, and takes nobody's") func turns() async throws {
        let (turns, gate, ran) = (Turns(1), Gate(), Locked<[Int]>([]))
        let first = Task {
            try await turns.take {
                try await gate.pass()
                return 1
            }
        }
        await gate.waitForArrivals(1)
        let second = Task {
            try await turns.take {
                ran.withLock { $0.append(2) }
                return 2
            }
        }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.open()
        #expect(try await first.value == 1)
        #expect(try await turns.take { 3 } == 3)
        #expect(ran.withLock { $0 } == [])
    }
}
