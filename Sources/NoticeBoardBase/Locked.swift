package import Foundation

/// A value that one thread at a time may touch: the one lock of the package.
///
/// Never hold it across an `await`. Inlinable, since without being compiled for each value's type it costs a small store half
/// of what it does.
package final class Locked<Value>: @unchecked Sendable {
    // Sendable: `value` is only touched under `lock`. `Mutex` is newer than iOS 14.
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    /// A value behind a lock.
    @inlinable package init(_ value: Value) { self.value = value }

    /// Runs `body` alone with the value.
    @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
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
