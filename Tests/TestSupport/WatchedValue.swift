import NoticeBoardBase

/// A value behind a lock that a test can wait for without polling.
package final class WatchedValue<Value: Sendable>: Sendable {
    private let content: Locked<Value>
    private let changes = Broadcast<Void>()

    package init(_ value: Value) { content = Locked(value) }

    /// The current value.
    package var value: Value { content.withLock { $0 } }

    /// Changes the value and resumes the callers that wait for it.
    @discardableResult package func update<Result>(_ change: (inout Value) -> Result) -> Result {
        let result = content.withLock { change(&$0) }
        changes.send(())
        return result
    }

    /// Returns the first value that meets `condition`, beginning with the current one, or `nil` if the task is cancelled.
    ///
    /// It may miss a value that is replaced immediately.
    @discardableResult package func firstValue(
        isolation: isolated (any Actor)? = #isolation, where condition: (Value) -> Bool
    ) async -> Value? {
        // Subscribe before checking the value, so that no change is missed in between.
        let changes = changes.stream()
        if let value = met(condition) { return value }
        for await _ in changes { if let value = met(condition) { return value } }
        return nil
    }

    private func met(_ condition: (Value) -> Bool) -> Value? {
        let value = value
        return condition(value) ? value : nil
    }
}
