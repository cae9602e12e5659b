// For the system's mutex, whose module has another name on each system.
import Foundation

/// A value protected by a lock: the only lock type of the package.
///
/// Copies share the value. Never hold the lock across an `await`, while a file is read or written, or while code of another
/// owner runs: a callback, a cancellation handler, a `deinit`. The mutex is allocated together with its value: a call makes
/// several, and Foundation's on Linux is five allocations.
///
/// `Mutex` needs iOS 18.
@safe package struct Locked<Value> {
    private let storage: ManagedBuffer<Value, pthread_mutex_t>

    /// Creates a lock around `value`.
    package init(_ value: Value) {
        unsafe storage = Guarded<Value>.create(minimumCapacity: 1) { buffer in
            // Initializes the memory, regardless of its content.
            _ = unsafe buffer.withUnsafeMutablePointerToElements { unsafe pthread_mutex_init($0, nil) }
            return value
        }
    }

    /// Calls `body` with exclusive access.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try unsafe storage.withUnsafeMutablePointers { value, mutex in
            _ = unsafe pthread_mutex_lock(mutex)
            defer { _ = unsafe pthread_mutex_unlock(mutex) }
            return try unsafe body(&value.pointee)
        }
    }
}

// Sendable, because every access to the value holds the lock, and what `body` returns of it is Sendable, too.
extension Locked: @unchecked Sendable where Value: Sendable {}

extension Locked {
    /// Returns the value, and leaves `nil` in its place.
    package func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
        withLock { value in
            defer { value = nil }
            return value
        }
    }
}

/// Destroys the mutex with the value.
@safe private final class Guarded<Value>: ManagedBuffer<Value, pthread_mutex_t> {
    deinit { _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_destroy($0) } }
}
