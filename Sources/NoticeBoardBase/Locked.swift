import Foundation

/// A value that one thread at a time may touch.
///
/// Never hold it across an `await`.
package final class Locked<Value>: @unchecked Sendable {
    // Sendable: `value` is only touched under `lock`. `Mutex` is newer than iOS 14.
    private let lock = NSLock()
    private var value: Value

    /// A value behind a lock.
    package init(_ value: Value) { self.value = value }

    /// Runs `body` alone with the value.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
