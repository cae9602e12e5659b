import NoticeBoardBase

/// Runs `work`, and cancels it when the time is over; then returns `nil`.
func limited<Value: Sendable>(to seconds: Double, _ work: @escaping @Sendable () async -> Value) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
        group.addTask { await work() }
        group.addTask {
            _ = await TimeSource.system.over(seconds)
            return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
    }
}

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
    }

    private let content: Locked<Content>

    init(_ value: Value) { content = Locked(Content(value: value)) }

    /// The current value.
    var value: Value { content.withLock { $0.value } }

    /// Changes the value, then resumes the tasks whose condition it meets, in the order in which they began to wait.
    @discardableResult
    func update<Result>(_ change: (inout Value) -> Result) -> Result {
        let (result, met) = content.withLock { content in
            let result = change(&content.value)
            let met = content.waiters.filter { $0.isMet(content.value) }
            if !met.isEmpty { content.waiters.removeAll { waiter in met.contains { $0.number == waiter.number } } }
            return (result, met)
        }
        for waiter in met { waiter.continuation.resume(returning: true) }
        return result
    }

    /// Waits until the value meets `condition`, and returns `true`; returns `false` at once if the task is cancelled.
    ///
    /// `leave` changes the value at the moment of the cancellation, before anything else does.
    @discardableResult
    func until(
        isolation: isolated (any Actor)? = #isolation, orOnCancel leave: @escaping @Sendable (inout Value) -> Void = { _ in },
        _ condition: @escaping @Sendable (Value) -> Bool
    ) async -> Bool {
        let number = content.withLock { content in
            content.nextNumber += 1
            return content.nextNumber
        }
        return await withTaskCancellationHandler {
            // Naming the actor keeps this closure on it, and so keeps the order of calls.
            await withCheckedContinuation(isolation: isolation) { continuation in
                let isMet: Bool? = content.withLock { content in
                    if condition(content.value) { return true }
                    // A task is marked as cancelled before its handler runs, so either order of the two resumes the waiter.
                    if Task.isCancelled {
                        leave(&content.value)
                        return false
                    }
                    content.waiters.append(Waiter(number: number, isMet: condition, continuation: continuation))
                    return nil
                }
                if let isMet { continuation.resume(returning: isMet) }
            }
        } onCancel: {
            let waiter = content.withLock { content in
                content.waiters.firstIndex { $0.number == number }.map { index in
                    leave(&content.value)
                    return content.waiters.remove(at: index)
                }
            }
            waiter?.continuation.resume(returning: false)
        }
    }
}
