import Dispatch

/// A monotonic clock made of two closures, so that tests can control time (`ManualClock` of `NoticeBoardTesting`).
///
/// The standard library's `Clock` and `Duration` need iOS 16.
public struct TimeSource: Sendable {
    /// Returns the seconds since a fixed moment; never goes backward.
    public var now: @Sendable () -> Double
    /// Waits for a number of seconds.
    ///
    /// Throws `CancellationError` as soon as the task is cancelled.
    public var sleep: @Sendable (_ seconds: Double) async throws -> Void

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

    /// The system's clock.
    public static let system = TimeSource(
        now: { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 },
        // NaN and negative numbers do not wait.
        sleep: { seconds in try await Task.sleep(nanoseconds: seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0) })
}
