import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Runs the jobs of Swift concurrency by hand, on the main thread, so that a script always runs in the same order.
///
/// The runtime lets a program replace the function that gives a job to its threads. The jobs wait in a queue instead, until
/// ``runAll()``. Jobs of the main actor wait in the main queue of Dispatch, which `runAll()` empties by hand, too.
enum ManualJobs {
    /// The runtime's own function, which it hands to the replacing one.
    private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    private typealias Replacement = @convention(thin) (UnownedJob, Enqueue) -> Void

    // Used on the main thread alone: all jobs run there, and only jobs and the main function enqueue others. The runtime calls the
    // replacing function, so it cannot belong to an actor.
    nonisolated(unsafe) private static var waiting: [UnownedJob] = []

    /// Replaces the runtime's function.
    ///
    /// Returns `false` on systems where this was never tried.
    static func takeOver() -> Bool {
        guard isLinux, let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else { return false }
        symbol.assumingMemoryBound(to: Replacement?.self).pointee = { job, _ in ManualJobs.waiting.append(job) }
        return true
    }

    private static var isLinux: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }

    /// Runs jobs until none is left.
    ///
    /// Jobs of the main actor go first.
    @MainActor static func runAll() {
        var next = 0
        // The main queue is empty only if emptying it once more enqueues nothing.
        var emptyRounds = 0
        while emptyRounds < 2 {
            emptyMainQueue(nil)
            emptyRounds += 1
            while next < waiting.count {
                let job = waiting[next]
                next += 1
                emptyRounds = 0
                job.runSynchronously(on: noExecutor)
            }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// The executor of code that belongs to no actor.
    ///
    /// The standard library has no name for it; the runtime writes it as two zeros.
    private static let noExecutor = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
}

/// Runs what waits in the main queue, as a run loop does.
@_silgen_name("_dispatch_main_queue_callback_4CF") private func emptyMainQueue(_ message: UnsafeMutableRawPointer?)
