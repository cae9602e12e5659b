import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardBase

@Suite("Timers of the system's clock", .inTurn, .timeLimit(.minutes(1))) struct SystemTimersTests {
    private let timers = SystemTimers()

    @Test("Calls each function once, in the order of their times") func order() async throws {
        let called = Locked<[Int]>([])
        let last = Gate()
        for (number, seconds) in [(3, 0.003), (1, 0), (2, 0.001)] {
            _ = timers.add(after: seconds) { called.withLock { $0.append(number) } }
        }
        _ = timers.add(after: 0.02) { last.open() }
        try await last.pass()
        #expect(called.withLock { $0 } == [1, 2, 3])
        #expect(timers.count == 0)
    }

    @Test("A time that is no number does not wait", arguments: [Double.nan, -1, -Double.infinity])
    func odd(seconds: Double) async throws {
        let called = Gate()
        _ = timers.add(after: seconds) { called.open() }
        try await called.pass()
    }

    @Test("An endless time is accepted") func endless() {
        timers.cancel(timers.add(after: .infinity) {})
        #expect(timers.count == 0)
    }

    @Test("An earlier timer does not wait for a later one") func earlier() async throws {
        let called = Gate()
        let later = timers.add(after: 3_600) {}
        _ = timers.add(after: 0.001) { called.open() }
        try await called.pass()
        #expect(timers.count == 1)
        timers.cancel(later)
    }

    private final class Held: Sendable {}

    @Test("A cancelled timer releases at once what it holds") func released() {
        var held: Held? = Held()
        weak let watched = held
        let number = timers.add(after: 3_600) { [held] in _ = held }
        held = nil
        #expect(watched != nil)
        timers.cancel(number)
        #expect(watched == nil)
    }

    @Test("A cancelled timer is never called") func cancelled() async throws {
        let called = Locked(false)
        let next = Gate()
        timers.cancel(timers.add(after: 0.001) { called.withLock { $0 = true } })
        _ = timers.add(after: 0.01) { next.open() }
        try await next.pass()
        #expect(!called.withLock { $0 })
    }

    @Test("A function may add and cancel timers") func reentrant() async throws {
        let called = Gate()
        _ = timers.add(after: 0) { [timers] in
            timers.cancel(timers.add(after: 3_600) {})
            _ = timers.add(after: 0) { called.open() }
        }
        try await called.pass()
    }

    @Test("A clock with another sleep uses it for timers, too") func ownSleep() async throws {
        let clock = ManualClock()
        var time = TimeSource.system
        time.sleep = clock.time.sleep
        let called = Gate()
        _ = time.timer(after: 5) { called.open() }
        await clock.waitForSleepers(1)
        #expect(clock.pending == [5])
        clock.advance(by: 5)
        try await called.pass()
    }
}
