import Foundation

/// A value that one thread at a time may touch: what `Locked` is, compiled for each value's type.
///
/// The compiler makes no such copies of a `package` class for other modules; passing a list through its generic code cost a
/// save a third of its time.
final class Guarded<Value>: @unchecked Sendable {
    // Sendable: `value` is only touched under `lock`. `Mutex` is newer than iOS 14.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs `body` alone with the value.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
