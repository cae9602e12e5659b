import Dispatch

/// A monotonic clock made of two closures, so that tests can control time (`ManualClock` of `NoticeBoardTesting`).
///
/// The standard library's `Clock` and `Duration` need iOS 16.
public struct TimeSource: Sendable {
    /// Returns the seconds since a fixed moment; never goes backward.
    public var now: @Sendable () -> Double { didSet { timers = nil } }
    /// Waits for a number of seconds.
    ///
    /// Throws `CancellationError` as soon as the task is cancelled.
    public var sleep: @Sendable (_ seconds: Double) async throws -> Void { didSet { timers = nil } }
    /// The timers of the system's clock; `nil` for another clock, whose timers sleep.
    private var timers: SystemTimers?

    /// Creates a clock from its two closures.
    public init(now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// Waits for a number of seconds; returns `false` if the task was cancelled.
    package func over(_ seconds: Double) async -> Bool { (try? await sleep(seconds)) != nil }

    /// Returns the result of `work`, or cancels it and returns `nil` if it takes longer than a number of seconds.
    package func result<Value: Sendable>(
        within seconds: Double, of work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await sleep(seconds)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// Calls `body` once in a number of seconds, on any thread, unless the timer is cancelled before.
    package func timer(after seconds: Double, _ body: @escaping @Sendable () -> Void) -> Timer {
        if let timers { return Timer(kind: .system(timers, timers.add(after: seconds, body))) }
        return Timer(kind: .sleeping(Task { if await over(seconds) { body() } }))
    }

    /// A pending call of a function; with the system's clock, a cancelled one is released at once.
    package struct Timer: Sendable {
        fileprivate enum Kind: Sendable {
            case system(SystemTimers, Int)
            case sleeping(Task<Void, Never>)
        }

        fileprivate let kind: Kind

        /// Cancels the timer; does nothing if its function was called.
        ///
        /// Never call it under a lock: another clock's cancellation handler may take it.
        package func cancel() {
            switch kind {
            case .system(let timers, let number): timers.cancel(number)
            case .sleeping(let task): task.cancel()
            }
        }
    }

    /// The system's clock.
    public static let system: TimeSource = {
        var time = TimeSource(
            now: { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 },
            // NaN and negative numbers do not wait.
            sleep: { seconds in try await Task.sleep(nanoseconds: seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0) })
        time.timers = SystemTimers()
        return time
    }()
}
