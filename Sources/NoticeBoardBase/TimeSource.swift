import Dispatch

/// A monotonic clock made of two closures, so that tests can turn time by hand (`ManualClock` of `NoticeBoardTesting`).
///
/// The standard library's `Clock` and `Duration` are newer than iOS 14.
public struct TimeSource: Sendable {
    /// Returns the seconds since a fixed moment; never goes back.
    public var now: @Sendable () -> Double { didSet { isSystem = false } }
    /// Waits for a number of seconds.
    ///
    /// Throws `CancellationError` as soon as the task is cancelled.
    public var sleep: @Sendable (_ seconds: Double) async throws -> Void { didSet { isSystem = false } }
    /// Whether this is the unchanged system clock, whose timers share one dispatch source.
    private(set) var isSystem: Bool

    /// Creates a clock from its two closures.
    public init(now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void) {
        self.init(now: now, sleep: sleep, isSystem: false)
    }

    private init(
        now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void, isSystem: Bool
    ) {
        (self.now, self.sleep, self.isSystem) = (now, sleep, isSystem)
    }

    /// Waits for a number of seconds and returns whether they passed; false if the task was cancelled.
    package func over(_ seconds: Double) async -> Bool { (try? await sleep(seconds)) != nil }

    /// The system's clock.
    public static let system = TimeSource(
        now: { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 },
        // NaN and negative numbers do not wait.
        sleep: { seconds in try await Task.sleep(nanoseconds: seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0) },
        isSystem: true)
}
