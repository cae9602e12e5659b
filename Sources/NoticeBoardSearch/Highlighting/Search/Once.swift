import Foundation

/// A value that is made when it is first needed, and then kept.
///
/// Unchecked because the lock, not the compiler, guards `value`: it is read and written only while the lock is held.
final class Once<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private let make: @Sendable () -> Value
    private var value: Value?

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The value.
    func get() -> Value {
        lock.lock()
        defer { lock.unlock() }
        if let value { return value }
        let made = make()
        value = made
        return made
    }
}
