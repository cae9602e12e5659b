import Dispatch

/// A clock as closures, for tests to turn by hand: the standard library's `Clock` and `Duration` are newer than iOS 14.
///
/// `ManualClock` of `NoticeBoardTesting` has one.
public struct Pause: Sendable {
    /// Seconds since some moment; never goes back.
    public var now: @Sendable () -> Double { didSet { isSystem = false } }
    /// Waits so many seconds.
    ///
    /// Throws `CancellationError` as soon as the task is cancelled.
    public var sleep: @Sendable (_ seconds: Double) async throws -> Void { didSet { isSystem = false } }
    /// Whether it is the system's own clock, which has a timer for all that is to happen later.
    private(set) var isSystem: Bool

    /// A clock made of its two closures.
    public init(now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void) {
        self.init(now: now, sleep: sleep, isSystem: false)
    }

    private init(
        now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void, isSystem: Bool
    ) {
        (self.now, self.sleep, self.isSystem) = (now, sleep, isSystem)
    }

    /// Waits so many seconds, and tells whether they are over; false when the task was cancelled.
    package func over(_ seconds: Double) async -> Bool { (try? await sleep(seconds)) != nil }

    /// The system's clock.
    public static let system = Pause(
        now: { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 },
        // NaN does not wait, as a negative number does not.
        sleep: { seconds in try await Task.sleep(nanoseconds: seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0) },
        isSystem: true)
}
