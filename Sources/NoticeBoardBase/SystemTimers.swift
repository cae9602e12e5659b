import Dispatch

/// Calls functions at their times, over one timer of the system for all of them.
///
/// Nearly every timer of a call is cancelled long before its time. A cancelled one is released at once, with all that it holds:
/// `Task.sleep` and `asyncAfter` keep theirs until the time has passed, which is 730 bytes for each call of the last minute.
final class SystemTimers: Sendable {
    private struct Pending: Sendable {
        let due: UInt64
        let body: @Sendable () -> Void
    }

    private struct State: Sendable {
        var pending: [Int: Pending] = [:]
        var lastNumber = 0
        /// When the system's timer fires; `UInt64.max` for never.
        var next = UInt64.max
    }

    /// Sendable: Dispatch accepts a new time for a timer on any thread.
    private struct Source: @unchecked Sendable { let timer: any DispatchSourceTimer }

    private let state = Locked(State())
    private let source = Source(timer: DispatchSource.makeTimerSource(queue: DispatchQueue(label: "NoticeBoard.SystemTimers")))

    /// Creates timers of the system's clock.
    init() {
        source.timer.setEventHandler { [weak self] in self?.fire() }
        // Dispatch ends the process if a timer is released that never ran.
        source.timer.resume()
    }

    /// The number of timers that were neither cancelled nor called.
    var count: Int { state.withLock { $0.pending.count } }

    /// Calls `body` in a number of seconds, on the timers' own queue, and returns the number for ``cancel(_:)``.
    func add(after seconds: Double, _ body: @escaping @Sendable () -> Void) -> Int {
        // NaN and negative numbers do not wait.
        let wait = seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0
        let due = DispatchTime.now().uptimeNanoseconds + wait
        return state.withLock { state in
            state.lastNumber += 1
            state.pending[state.lastNumber] = Pending(due: due, body: body)
            schedule(due, &state)
            return state.lastNumber
        }
    }

    /// Releases a timer without calling it; does nothing if it was called.
    func cancel(_ number: Int) {
        // Released outside of the lock: what it holds may use the timers.
        _ = state.withLock { $0.pending.removeValue(forKey: number) }
    }

    /// Makes the system's timer fire at `due`, unless it fires before; under the lock, so that the earliest time wins.
    private func schedule(_ due: UInt64, _ state: inout State) {
        guard due < state.next else { return }
        state.next = due
        source.timer.schedule(deadline: DispatchTime(uptimeNanoseconds: due), leeway: .milliseconds(1))
    }

    /// Calls those that are due, in order.
    private func fire() {
        let due = state.withLock { state in
            let now = DispatchTime.now().uptimeNanoseconds
            let due = state.pending.filter { $0.value.due <= now }
            for number in due.keys { state.pending[number] = nil }
            state.next = .max
            if let next = state.pending.values.map(\.due).min() { schedule(next, &state) }
            return due
        }
        for timer in due.sorted(by: { ($0.value.due, $0.key) < ($1.value.due, $1.key) }) { timer.value.body() }
    }
}
