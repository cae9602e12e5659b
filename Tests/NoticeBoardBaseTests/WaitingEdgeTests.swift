import NoticeBoardTesting
import Testing

@testable import NoticeBoardBase

/// Edge cases of broadcasts and single flights: order of delivery, errors and leftover state.
@Suite("Broadcast and SingleFlight edge cases", .serialized, .inTurn, .timeLimit(.minutes(1))) struct WaitingEdgeTests {
    private struct Odd: Error, Equatable { var number = 0 }

    // MARK: - Broadcast

    @Test("hasSubscribers is true while at least one stream exists") func listening() async {
        let broadcast = Broadcast(1)
        #expect(!broadcast.hasSubscribers)
        var streams = (0..<2).map { _ in broadcast.stream() }
        #expect(broadcast.hasSubscribers)
        streams.removeFirst()
        #expect(broadcast.hasSubscribers)
        broadcast.send(2)
        let value = await first(of: streams[0])
        #expect(value == 2)
        streams = []
        #expect(!broadcast.hasSubscribers)
        var late = broadcast.stream().makeAsyncIterator()
        #expect(await late.next() == 2)
        #expect(broadcast.hasSubscribers)
        broadcast.finish()
        #expect(!broadcast.hasSubscribers)
        #expect(await late.next() == nil)
    }

    @Test("A finished broadcast delivers the unread value, then ends") func finished() async {
        let broadcast = Broadcast(1)
        var waiting = broadcast.stream().makeAsyncIterator()
        broadcast.finish()
        broadcast.send(2)
        #expect(await waiting.next() == 1)
        #expect(await waiting.next() == nil)
        for first in [nil, 7] {
            var late = broadcast.stream(startingWith: first).makeAsyncIterator()
            #expect(await late.next() == nil)
        }
        #expect(!broadcast.hasSubscribers)
        broadcast.finish()
    }

    /// Reads one value in a separate function: the optimizer may otherwise keep a copy of the iterator alive.
    private func first(of stream: AsyncStream<Int>) async -> Int? { await stream.first { _ in true } }

    // MARK: - SingleFlight

    @Test("An error is not cached") func failures() async throws {
        let flights = SingleFlight<Int, Int>(endsWhenAbandoned: true)
        let (gate, count) = (Gate(), Locked(0))
        let work: @Sendable () async throws -> Int = {
            let number = count.withLock { count in
                count += 1
                return count
            }
            try await gate.pass()
            if number == 1 { throw Odd(number: 1) }
            return number
        }
        let callers = await flights.joinedCallers(3, for: 1, work)
        await gate.waitForArrivals(1)
        gate.open()
        for caller in callers { await #expect(throws: Odd(number: 1)) { try await caller.value } }
        #expect(flights.state.withLock { $0.flights.isEmpty })
        #expect(try await flights.value(for: 1, work) == 2)
        #expect(flights.state.withLock { $0.flights.isEmpty })
    }

    @Test("Ending some keys leaves the other operations running") func keys() async throws {
        let flights = SingleFlight<Int, Int>(endsWhenAbandoned: false)
        let gates = (0..<4).map { _ in Gate() }
        let calls = (0..<4).map { key in
            Task {
                try await flights.value(for: key) {
                    try await gates[key].pass()
                    return key
                }
            }
        }
        for gate in gates { await gate.waitForArrivals(1) }
        flights.end(Odd()) { $0 % 2 == 1 }
        for key in [1, 3] {
            await #expect(throws: Odd()) { try await calls[key].value }
            #expect(gates[key].waiting == 0)
        }
        #expect(flights.state.withLock { $0.flights.keys.sorted() } == [0, 2])
        flights.end(Odd()) { _ in false }
        for key in [0, 2] {
            gates[key].open()
            #expect(try await calls[key].value == key)
        }
        #expect(flights.state.withLock { $0.flights.isEmpty })
    }

    @Test("A later caller joins an abandoned operation unless it was ended", arguments: [true, false])
    func afterAbandoned(ends: Bool) async throws {
        let flights = SingleFlight<Int, Int>(endsWhenAbandoned: ends)
        let (deaf, gate) = (Gate(), Gate())
        let first = Task {
            try await flights.value(for: 1) {
                // Ignores its cancellation.
                gate.open()
                await Task { try? await deaf.pass() }.value
                return 1
            }
        }
        try await gate.pass()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(flights.state.withLock { $0.flights.isEmpty } == ends)
        let second = await flights.joinedCallers(1, for: 1) { 2 }[0]
        if ends {
            #expect(try await second.value == 2)
            deaf.open()
        } else {
            deaf.open()
            #expect(try await second.value == 1)
        }
    }
}
