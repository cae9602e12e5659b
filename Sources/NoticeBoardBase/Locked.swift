#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A value protected by a lock: the only lock type of the package.
///
/// Copies share the value. Never hold the lock across an `await`. Inlinable, because unspecialized access takes half of the time
/// of a small store.
package struct Locked<Value>: @unchecked Sendable {
    // Sendable, because the value is only accessed under the lock. `Mutex` needs iOS 18.
    @usableFromInline let storage: ManagedBuffer<Value, SystemMutex>

    /// Creates a lock around `value`.
    @inlinable package init(_ value: Value) { storage = SystemMutex.guarding(value) }

    /// Calls `body` with exclusive access.
    @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try unsafe storage.withUnsafeMutablePointers { value, mutex in
            unsafe SystemMutex.lock(mutex)
            defer { unsafe SystemMutex.unlock(mutex) }
            return try unsafe body(&value.pointee)
        }
    }
}

/// A pthread mutex, allocated together with its value.
///
/// A call makes several, and Foundation's on Linux is five allocations.
@usableFromInline @safe package struct SystemMutex {
    private var system: pthread_mutex_t

    @inlinable static func guarding<Value>(_ value: Value) -> ManagedBuffer<Value, SystemMutex> {
        Guarding<Value>.create(minimumCapacity: 1) { buffer in
            unsafe buffer.withUnsafeMutablePointerToElements { unsafe begin($0) }
            return value
        }
    }

    @usableFromInline static func begin(_ mutex: UnsafeMutablePointer<SystemMutex>) {
        // `pthread_mutex_init` initializes the memory, regardless of its content.
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

    /// The mutex is the first field, and must not move.
    private static func place(of mutex: UnsafeMutablePointer<SystemMutex>) -> UnsafeMutablePointer<pthread_mutex_t> {
        unsafe UnsafeMutableRawPointer(mutex).assumingMemoryBound(to: pthread_mutex_t.self)
    }
}

/// Destroys the mutex with the value.
@usableFromInline final class Guarding<Value>: ManagedBuffer<Value, SystemMutex> {
    @inlinable deinit { _ = unsafe withUnsafeMutablePointerToElements { unsafe SystemMutex.end($0) } }
}
