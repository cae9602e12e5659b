import NoticeBoardBase

/// A value behind a lock; tasks can wait until it meets a condition.
///
/// Doubles use it to be awaited without polling, yielding or sleeping.
final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let number: Int
        let isMet: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
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

    /// Changes the value, then resumes the tasks whose condition it meets.
    @discardableResult
    func update<Result>(_ change: (inout Value) -> Result) -> Result {
        let (result, met) = content.withLock { content in
            let result = change(&content.value)
            let met = content.waiters.filter { $0.isMet(content.value) }
            if !met.isEmpty { content.waiters.removeAll { waiter in met.contains { $0.number == waiter.number } } }
            return (result, met)
        }
        for waiter in met { waiter.continuation.resume() }
        return result
    }

    /// Returns once the value meets `condition`, or at once if the task is cancelled.
    func until(_ condition: @escaping @Sendable (Value) -> Bool) async {
        let number = content.withLock { content in
            content.nextNumber += 1
            return content.nextNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = content.withLock { content in
                    // A task is marked as cancelled before its handler runs, so either order of the two resumes the waiter.
                    if Task.isCancelled || condition(content.value) { return true }
                    content.waiters.append(Waiter(number: number, isMet: condition, continuation: continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiter = content.withLock { content in
                content.waiters.firstIndex { $0.number == number }.map { content.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume()
        }
    }
}
