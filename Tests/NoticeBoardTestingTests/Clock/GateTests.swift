import NoticeBoardTesting
import Testing

@Suite("Gate", .serialized, .inTurn, .timeLimit(.minutes(1))) struct GateTests {
    @Test("A cancelled call has left the gate before the next statement") func leaves() async {
        let gate = Gate()
        for number in 1...500 {
            let call = Task { try await gate.pass() }
            await gate.waitForArrivals(number)
            call.cancel()
            #expect(gate.waiting == 0)
        }
    }

    @Test("All callers wait until the gate opens") func open() async throws {
        let gate = Gate()
        let visitors = (0..<50).map { _ in Task { try await gate.pass() } }
        await gate.waitForArrivals(50)
        #expect(gate.waiting == 50)
        #expect(!gate.isOpen)
        gate.open()
        for visitor in visitors { try await visitor.value }
        try await gate.pass()
        #expect(gate.arrivals == 51)
        #expect(gate.waiting == 0)
    }

    @Test("Opening for two lets two through, in the order of arrival") func openForSome() async throws {
        let gate = Gate()
        let first = Task { try await gate.pass() }
        await gate.waitForArrivals(1)
        let second = Task { try await gate.pass() }
        await gate.waitForArrivals(2)
        let third = Task { try await gate.pass() }
        await gate.waitForArrivals(3)
        gate.open(for: 2)
        try await first.value
        try await second.value
        #expect(gate.waiting == 1)
        gate.open()
        try await third.value
    }

    @Test("A permit without a waiting caller is kept for the next one") func permits() async throws {
        let gate = Gate()
        gate.open(for: 1)
        let early = Task { try await gate.pass() }
        await gate.waitForArrivals(1)
        #expect(gate.waiting == 0)
        let late = Task { try await gate.pass() }
        await gate.waitForArrivals(2)
        #expect(gate.waiting == 1)
        gate.open()
        try await early.value
        try await late.value
    }

    @Test("A cancelled caller leaves at once without affecting others") func cancellation() async throws {
        let gate = Gate()
        let leaving = Task { try await gate.pass() }
        let staying = Task { try await gate.pass() }
        await gate.waitForArrivals(2)
        leaving.cancel()
        #expect(gate.waiting == 1)
        await #expect(throws: CancellationError.self) { try await leaving.value }
        gate.open()
        try await staying.value
    }

    @Test("A task cancelled before arriving does not pass an open gate") func cancelledBefore() async throws {
        let (gate, start) = (Gate(), Gate())
        gate.open()
        let task = Task {
            try? await start.pass()
            try await gate.pass()
        }
        await start.waitForArrivals(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Cancelling and opening at the same moment resumes each visitor exactly once") func race() async throws {
        for _ in 0..<200 {
            let gate = Gate()
            let visitors = (0..<4).map { _ in Task { try await gate.pass() } }
            await gate.waitForArrivals(2)
            async let cancelling: Void = { for visitor in visitors { visitor.cancel() } }()
            gate.open()
            await cancelling
            for visitor in visitors { _ = await visitor.result }
            #expect(gate.waiting == 0)
        }
    }

    @Test("Cancelling a task that waits for arrivals resumes it") func cancelledWatcher() async {
        let gate = Gate()
        let watcher = Task { await gate.waitForArrivals(1) }
        watcher.cancel()
        await watcher.value
        #expect(gate.arrivals == 0)
    }
}
