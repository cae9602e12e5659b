public import NoticeBoardBase

/// A clock that moves only when a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// let faults = FaultTransport(stub, seed: 7, faults: .init(latency: 2...2), clock: clock)
/// let answer = Task { try await faults.send(request) }
/// await clock.waitForSleepers(1)         // it sleeps now, and no sooner does the test go on
/// #expect(clock.pending == [2])
/// clock.advance(by: 2)
/// ```
///
/// Safe to use from any task and thread.
public final class ManualClock: Sendable {
    private struct Sleeper {
        let number: Int
        let seconds: Double
        let due: Double
    }

    private struct State {
        var now: Double
        var asked: [Double] = []
        /// Those that are not due, in order.
        var sleepers: [Sleeper] = []
    }

    private let state: Watched<State>

    /// Creates a clock that shows `now`, in seconds.
    public init(now: Double = 0) { state = Watched(State(now: now)) }

    /// The current time, in seconds.
    public var now: Double { state.value.now }

    /// The seconds that each current sleeper requested, in order.
    public var pending: [Double] { state.value.sleepers.map(\.seconds) }

    /// The seconds that each sleep so far requested, finished or not, in order: the delays of a back-off, for example.
    public var asked: [Double] { state.value.asked }

    /// The clock as the library's time source: `configuration.time = clock.time`.
    public var time: TimeSource { TimeSource(now: { self.now }, sleep: { try await self.sleep($0) }) }

    /// Waits until at least `count` tasks are sleeping.
    ///
    /// Returns at once if the task is cancelled.
    public func waitForSleepers(_ count: Int) async {
        await state.until { $0.sleepers.count >= count }
    }

    /// Waits until a task sleeps for more than `seconds`, whatever else is sleeping.
    package func waitForSleeper(over seconds: Double) async {
        await state.until { $0.sleepers.contains { $0.seconds > seconds } }
    }

    /// Sleeps until the clock has advanced by `seconds`; returns at once for 0 or less.
    ///
    /// Throws `CancellationError` as soon as the task is cancelled.
    public func sleep(_ seconds: Double) async throws {
        let isDue = await state.wait { state, number in
            state.asked.append(seconds)
            guard let number, seconds > 0 else { return }
            state.sleepers.append(Sleeper(number: number, seconds: seconds, due: state.now + seconds))
        } orOnCancel: { state, number in
            state.sleepers.removeAll { $0.number == number }
        } until: { state, number in
            !state.sleepers.contains { $0.number == number }
        }
        if !isDue { throw CancellationError() }
    }

    /// Advances the clock and wakes the sleepers that are due, earliest first.
    ///
    /// They resume on their own executors; await their next step, with ``waitForSleepers(_:)`` for example.
    public func advance(by seconds: Double) {
        precondition(seconds >= 0, "a clock is never turned back, not by \(seconds) seconds either")
        wake { $0.now + seconds }
    }

    /// Advances the clock to the next due sleeper, and wakes all that are due then.
    ///
    /// Does nothing if no task is sleeping.
    public func advanceToNext() {
        wake { state in state.sleepers.map(\.due).min() ?? state.now }
    }

    private func wake(_ time: (State) -> Double) {
        state.update { $0.now = time($0) }
        // One at a time: together they would resume in the order in which they fell asleep.
        while state.update({ state in
            let next = state.sleepers.filter { $0.due <= state.now }.min { $0.due < $1.due }
            state.sleepers.removeAll { $0.number == next?.number }
            return next != nil
        }) {}
    }
}
