import Foundation

/// A value that one thread at a time may touch, which may be held for long: who wants it says how long to wait.
///
/// Never hold it across an `await`.
package final class LockedPatiently<Value>: @unchecked Sendable {
    // Sendable: `value` is only touched under `lock`. A mutex of the system's cannot be waited for by time on Apple's systems.
    private let lock = NSLock()
    private var value: Value

    /// A value behind a lock.
    package init(_ value: Value) { self.value = value }

    /// Runs `body` alone with the value, however long that takes.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }

    /// The same, or nil where another does not let go within `seconds`; with 0 it does not wait at all.
    package func withLock<Result>(waiting seconds: Double, _ body: (inout Value) throws -> Result) rethrows -> Result? {
        // No date is as far away as some intervals.
        let limit = Date(timeIntervalSinceNow: min(seconds, 1e8))
        guard lock.try() || (seconds > 0 && lock.lock(before: limit)) else { return nil }
        defer { lock.unlock() }
        return try body(&value)
    }
}
