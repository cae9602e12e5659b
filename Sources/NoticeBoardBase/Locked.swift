package import Foundation

/// A value that one thread at a time may touch.
///
/// Never hold it across an `await`.
package final class Locked<Value>: @unchecked Sendable {
    // Sendable: `value` is only touched under `lock`. `Mutex` is newer than iOS 14.
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    /// A value behind a lock.
    @inlinable
    package init(_ value: Value) { self.value = value }

    /// Runs `body` alone with the value.
    // Inlinable: other modules would otherwise copy each value by its witnesses, which costs more than the lock.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
