import Dispatch

/// A clock as closures: the standard library's `Clock` and `Duration` are newer than iOS 14.
package struct Pause: Sendable {
    /// Seconds since some moment; never goes back.
    package var now: @Sendable () -> Double
    /// Waits so many seconds.
    ///
    /// Throws `CancellationError` as soon as the task is cancelled.
    package var sleep: @Sendable (_ seconds: Double) async throws -> Void

    /// A clock made of its two closures.
    package init(now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// Waits so many seconds, and tells whether they are over; false when the task was cancelled.
    package func over(_ seconds: Double) async -> Bool { (try? await sleep(seconds)) != nil }

    /// The system's clock.
    package static let system = Pause(
        now: { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 },
        sleep: { seconds in try await Task.sleep(nanoseconds: UInt64(min(max(seconds, 0), 1e9) * 1e9)) })
}
