/// What a network status knows so far, and the readers of its streams.
package final class NetworkReports: Sendable {
    private struct State {
        var isOnline: Bool?
        var readers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextNumber = 0
    }

    private let state: Locked<State>

    package init(isOnline: Bool? = nil) { state = Locked(State(isOnline: isOnline)) }

    deinit {
        let readers = state.withLock { $0.readers.values.map { $0 } }
        for reader in readers { reader.finish() }
    }

    package var isOnline: Bool? { state.withLock { $0.isOnline } }

    /// The number of streams that are read.
    package var readers: Int { state.withLock { $0.readers.count } }

    /// Records whether there is a network; the readers are told if it was missing before.
    package func report(_ isOnline: Bool) {
        let readers = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            let returned = isOnline && state.isOnline == false
            state.isOnline = isOnline
            return returned ? Array(state.readers.values) : []
        }
        // Unlocked: a resumed task may run a cancellation handler, which takes the lock.
        for reader in readers { reader.yield() }
    }

    package func returns() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.nextNumber += 1
            state.readers[state.nextNumber] = continuation
            return state.nextNumber
        }
        // Set after the reader is listed: a stream that has ended calls it at once.
        continuation.onTermination = { [weak self] _ in _ = self?.state.withLock { $0.readers.removeValue(forKey: number) } }
        return stream
    }
}
