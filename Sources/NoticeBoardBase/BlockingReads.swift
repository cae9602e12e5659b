package import Dispatch

/// Runs work that blocks its thread, such as reading files, off the threads that all tasks share.
///
/// Several pieces run at a time, and none waits for the writes of a ``SerialQueue``. The work must not hold a file lock: iOS may
/// suspend the app meanwhile.
package struct BlockingReads: Sendable {
    private let queue: DispatchQueue

    /// Creates a queue; `label` and `quality` configure its threads.
    package init(_ label: String, quality: DispatchQoS = .userInitiated) {
        queue = DispatchQueue(label: label, qos: quality, attributes: .concurrent)
    }

    /// Returns the result of `work`, which is not cancelled with the caller's task.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}
