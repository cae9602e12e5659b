import Dispatch
import Foundation
import NoticeBoardTesting
import Testing

@testable import NoticeBoardBase

@Suite("A race that others may end", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RaceTests {
    /// Waits to be cancelled, and then opens `gate`.
    private static func untilCancelled(_ gate: Gate) async throws -> Int {
        do { try await Gate().pass() } catch {
            gate.open()
            throw error
        }
        return 0
    }

    @Test("What the work comes to counts when nobody ends it before, and nothing after") func work() async throws {
        let race = Race<Int>()
        #expect(try await race.value { 1 } == 1)
        race.end(.success(2))
        await #expect(throws: CancellationError.self) { try await Race<Int>().value { throw CancellationError() } }
    }

    @Test("Who ends it says what it came to, and what still runs is cancelled") func ended() async throws {
        let (begun, received, race) = (Gate(), Gate(), Race<Int>())
        let call = Task {
            try await race.value {
                begun.open()
                return try await Self.untilCancelled(received)
            }
        }
        try await begun.pass()
        race.end(.success(1))
        #expect(try await call.value == 1)
        try await received.pass()
    }

    @Test("The caller goes on before the work is cancelled, however long that takes") func callerFirst() async throws {
        let release = DispatchSemaphore(value: 0)
        let (waits, hasWaitedInVain, race) = (Gate(), Locked(false), Race<Int>())
        let call = Task {
            try await race.value {
                try await withTaskCancellationHandler {
                    waits.open()
                    return try await Self.untilCancelled(Gate())
                } onCancel: {
                    if release.wait(timeout: .now() + 10) == .timedOut { hasWaitedInVain.withLock { $0 = true } }
                }
            }
        }
        try await waits.pass()
        // Else the caller cancels the work on a thread that all tasks share, and of these there may be only one more.
        while race.state.withLock({ $0.task == nil }) { await Task.yield() }
        Thread.detachNewThread { race.end(.success(1)) }
        #expect(try await call.value == 1)
        release.signal()
        #expect(!hasWaitedInVain.withLock { $0 })
    }

    @Test("So it does where the race is over before the work first waits") func callerFirstAtOnce() async throws {
        let release = DispatchSemaphore(value: 0)
        let (hasWaitedInVain, race) = (Locked(false), Race<Int>())
        let value = try await race.value {
            race.end(.success(1))
            return try await withTaskCancellationHandler {
                try await Self.untilCancelled(Gate())
            } onCancel: {
                if release.wait(timeout: .now() + 10) == .timedOut { hasWaitedInVain.withLock { $0 = true } }
            }
        }
        release.signal()
        #expect(value == 1 && !hasWaitedInVain.withLock { $0 })
    }

    @Test("Work that was stopped is cancelled, and the caller waits for the end all the same") func stopped() async throws {
        let (begun, received, race) = (Gate(), Gate(), Race<Int>())
        let call = Task {
            try await race.value {
                begun.open()
                return try await Self.untilCancelled(received)
            }
        }
        try await begun.pass()
        race.stop()
        try await received.pass()
        race.end(.success(1))
        #expect(try await call.value == 1)
    }

    @Test("Work that was stopped before it began never begins; who is cancelled waits for no end") func neverBegun()
        async throws
    {
        let (race, begun) = (Race<Int>(), Locked(false))
        race.stop()
        let call = Task {
            try await race.value {
                begun.withLock { $0 = true }
                return 0
            }
        }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(!begun.withLock { $0 })
    }

    @Test("A caller who is cancelled before it begins starts nothing") func late() async {
        let begun = Locked(0)
        let call = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await Race<Int>().value {
                begun.withLock { $0 += 1 }
                return 0
            }
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(begun.withLock { $0 } == 0)
    }

    @Test("Cancelling the caller cancels the work, and does not wait for it") func cancelled() async {
        let (begun, received) = (Gate(), Gate())
        let call = Task {
            try await Race<Int>().value {
                begun.open()
                return try await Self.untilCancelled(received)
            }
        }
        try? await begun.pass()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        try? await received.pass()
        #expect(received.isOpen)
    }

    @Test("The system's alarm rings, also when it is due before one that was set earlier") func alarms() async throws {
        let (rung, time) = (Gate(), TimeSource.system)
        let far = time.after(3_600) { Issue.record("an hour has not passed") }
        _ = time.after(0.002) { rung.open() }
        try await rung.pass()
        far.cancel()
        for seconds in [-1, 1e300, .infinity] { time.after(seconds) {}.cancel() }
    }
}
