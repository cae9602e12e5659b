#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A value that one thread at a time may touch: the one lock of the package.
///
/// Copies share it. Never hold it across an `await`. Inlinable, since without being compiled for each value's type it costs a
/// small store half of what it does.
package struct Locked<Value>: @unchecked Sendable {
    // Sendable: the value is only touched under the lock. `Mutex` is newer than iOS 14.
    @usableFromInline let storage: ManagedBuffer<Value, SystemMutex>

    /// A value behind a lock.
    @inlinable package init(_ value: Value) { storage = SystemMutex.guarding(value) }

    /// Runs `body` alone with the value.
    @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try unsafe storage.withUnsafeMutablePointers { value, mutex in
            unsafe SystemMutex.lock(mutex)
            defer { unsafe SystemMutex.unlock(mutex) }
            return try unsafe body(&value.pointee)
        }
    }
}

/// The system's lock, in one piece of memory with what it guards: a call makes several, and on Linux Foundation's is five.
@usableFromInline @safe package struct SystemMutex {
    private var system: pthread_mutex_t

    @inlinable static func guarding<Value>(_ value: Value) -> ManagedBuffer<Value, SystemMutex> {
        Guarding<Value>.create(minimumCapacity: 1) { buffer in
            unsafe buffer.withUnsafeMutablePointerToElements { unsafe begin($0) }
            return value
        }
    }

    @usableFromInline static func begin(_ mutex: UnsafeMutablePointer<SystemMutex>) {
        // The system's call initializes the memory, whatever is in it.
        _ = unsafe pthread_mutex_init(place(of: mutex), nil)
    }

    @usableFromInline static func lock(_ mutex: UnsafeMutablePointer<SystemMutex>) {
        _ = unsafe pthread_mutex_lock(place(of: mutex))
    }

    @usableFromInline static func unlock(_ mutex: UnsafeMutablePointer<SystemMutex>) {
        _ = unsafe pthread_mutex_unlock(place(of: mutex))
    }

    @usableFromInline static func end(_ mutex: UnsafeMutablePointer<SystemMutex>) {
        _ = unsafe pthread_mutex_destroy(place(of: mutex))
    }

    /// The system's lock is the first thing in it, and must stay where it is.
    private static func place(of mutex: UnsafeMutablePointer<SystemMutex>) -> UnsafeMutablePointer<pthread_mutex_t> {
        unsafe UnsafeMutableRawPointer(mutex).assumingMemoryBound(to: pthread_mutex_t.self)
    }
}

/// Lets go of the lock with the value.
@usableFromInline final class Guarding<Value>: ManagedBuffer<Value, SystemMutex> {
    @inlinable deinit { _ = unsafe withUnsafeMutablePointerToElements { unsafe SystemMutex.end($0) } }
}
