import Foundation

/// A value that one thread at a time may touch: what `Locked` is, for values that are touched several times a save.
///
/// Compiled for each value's type, which the compiler does not do with another module's `package` class, and without the
/// checks at run time that nobody else touches the value, which the lock makes sure of: together a third of a save's time.
// Sendable: what `value` points to is only touched under `lock`. `Mutex` is newer than iOS 14.
@safe final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private let value: UnsafeMutablePointer<Value>

    init(_ first: Value) {
        unsafe value = .allocate(capacity: 1)
        unsafe value.initialize(to: first)
    }

    deinit {
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    /// Runs `body` alone with the value.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return unsafe try body(&value.pointee)
    }
}
