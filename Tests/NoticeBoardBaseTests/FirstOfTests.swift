import Dispatch
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@Suite("firstOf", .serialized, .timeLimit(.minutes(1))) struct FirstOfTests {
    /// Waits to be cancelled, and then opens `gate`.
    private static func untilCancelled(_ gate: Gate) async throws -> Int {
        do { try await Gate().pass() } catch {
            gate.open()
            throw error
        }
        return 0
    }

    @Test("Who loses is cancelled") func loser() async throws {
        let heard = Gate()
        #expect(try await firstOf({ 1 }, { try await Self.untilCancelled(heard) }) == 1)
        try await heard.pass()
        #expect(heard.isOpen)
    }

    @Test("The caller goes on before the loser is cancelled, however long that takes") func callerFirst() async throws {
        let release = DispatchSemaphore(value: 0)
        let (waits, hasWaitedInVain) = (Gate(), Locked(false))
        let value = try await firstOf(
            {
                try await waits.pass()
                return 1
            },
            {
                try await withTaskCancellationHandler {
                    waits.open()
                    return try await Self.untilCancelled(Gate())
                } onCancel: {
                    if release.wait(timeout: .now() + 10) == .timedOut { hasWaitedInVain.withLock { $0 = true } }
                }
            })
        release.signal()
        #expect(value == 1)
        #expect(!hasWaitedInVain.withLock { $0 })
    }

    @Test("A caller who is cancelled before it begins starts nothing") func late() async {
        let begun = Locked(0)
        let work: @Sendable () async throws -> Int = {
            begun.withLock {
                $0 += 1; return $0
            }
        }
        let call = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await firstOf(work, work)
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(begun.withLock { $0 } == 0)
    }

    @Test("Cancelling the caller cancels both, and waits for neither") func cancelled() async {
        let (begun, one, other) = (Gate(), Gate(), Gate())
        let call = Task {
            try await firstOf(
                {
                    begun.open()
                    return try await Self.untilCancelled(one)
                }, { try await Self.untilCancelled(other) })
        }
        try? await begun.pass()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        try? await one.pass()
        try? await other.pass()
        #expect(one.isOpen && other.isOpen)
    }
}
