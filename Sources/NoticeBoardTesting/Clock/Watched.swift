import NoticeBoardBase

/// A value behind a lock; tasks can wait until it meets a condition.
///
/// Doubles use it to be awaited without polling, yielding or sleeping.
final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let number: Int
        let isMet: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Content {
        var value: Value
        var waiters: [Waiter] = []
        var nextNumber = 0

        /// Removes and returns the waiters whose condition is met.
        mutating func takeMet() -> [Waiter] {
            let met = waiters.filter { $0.isMet(value) }
            if !met.isEmpty { waiters.removeAll { waiter in met.contains { $0.number == waiter.number } } }
            return met
        }
    }

    private let content: Locked<Content>

    init(_ value: Value) { content = Locked(Content(value: value)) }

    /// The current value.
    var value: Value { content.withLock { $0.value } }

    /// Changes the value, then resumes the tasks whose condition it meets, in the order in which they began to wait.
    @discardableResult
    func update<Result>(_ change: (inout Value) -> Result) -> Result {
        let (result, met) = content.withLock { (change(&$0.value), $0.takeMet()) }
        for waiter in met { waiter.continuation.resume(returning: true) }
        return result
    }

    /// Waits until the value meets `condition`; returns at once if the task is cancelled.
    func until(_ condition: @escaping @Sendable (Value) -> Bool) async {
        _ = await wait { _, _ in
        } orOnCancel: { _, _ in
        } until: { value, _ in
            condition(value)
        }
    }

    /// Waits until the value meets `condition`, and returns `true`; returns `false` at once if the task is cancelled.
    ///
    /// Each wait has a number of its own. `enter` changes the value as the wait begins, and gets `nil` if the task is cancelled
    /// already. `leave` changes it at the moment of a later cancellation.
    func wait(
        isolation: isolated (any Actor)? = #isolation,
        entering enter: @escaping @Sendable (inout Value, _ number: Int?) -> Void,
        orOnCancel leave: @escaping @Sendable (inout Value, _ number: Int) -> Void,
        until condition: @escaping @Sendable (Value, _ number: Int) -> Bool
    ) async -> Bool {
        let number = content.withLock { content in
            content.nextNumber += 1
            return content.nextNumber
        }
        return await withTaskCancellationHandler {
            // Naming the actor keeps this closure on it, and so keeps the order of calls.
            await withCheckedContinuation(isolation: isolation) { continuation in
                let (isMet, met) = content.withLock { content -> (Bool?, [Waiter]) in
                    // A task is marked as cancelled before its handler runs, so either order of the two resumes the waiter.
                    let isCancelled = Task.isCancelled
                    enter(&content.value, isCancelled ? nil : number)
                    let met = content.takeMet()
                    if isCancelled { return (false, met) }
                    if condition(content.value, number) { return (true, met) }
                    content.waiters.append(Waiter(number: number, isMet: { condition($0, number) }, continuation: continuation))
                    return (nil, met)
                }
                if let isMet { continuation.resume(returning: isMet) }
                for waiter in met { waiter.continuation.resume(returning: true) }
            }
        } onCancel: {
            let waiter = content.withLock { content in
                content.waiters.firstIndex { $0.number == number }.map { index in
                    leave(&content.value, number)
                    return content.waiters.remove(at: index)
                }
            }
            waiter?.continuation.resume(returning: false)
        }
    }
}
