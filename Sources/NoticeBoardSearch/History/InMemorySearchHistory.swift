public import Foundation
import NoticeBoardBase

/// A history that lives as long as the object: for tests, previews and apps that keep nothing.
///
/// Safe to use from any task. Nothing here waits, and a change that was cancelled before it began is not made.
public final class InMemorySearchHistory: SearchHistoryRepository {
    private struct State {
        var list = HistoryList()
        var policy: SearchHistoryPolicy
    }

    private let state: Locked<State>
    private let broadcast = Broadcast<[SearchHistoryEntry]>()
    private let clock: @Sendable () -> Date

    /// An empty history; `clock` dates what is saved.
    public init(policy: SearchHistoryPolicy = SearchHistoryPolicy(), clock: @escaping @Sendable () -> Date = { Date() }) {
        state = Locked(State(policy: policy))
        self.clock = clock
    }

    /// Every entry, newest first.
    public func entries() async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        let now = clock()
        return state.withLock { $0.list.entries($0.policy, now: now) }
    }

    /// Does what is asked, and gives what a delete or a clear removed, newest first.
    @discardableResult
    public func apply(_ change: SearchHistoryChange) async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        let clock = clock
        return try state.withLock { state in
            // Dated under the lock: who comes later is never dated earlier.
            let now = clock()
            let step = try state.list.step(for: change, state.policy, now: now)
            if case .record(let recording, _) = change { state.policy.recording = recording }
            state.list.commit(step)
            // Told under the lock: everybody sees the changes in the order in which they were made.
            if broadcast.hasSubscribers, step.changesList || change.changesRecording {
                broadcast.send(state.list.entries(state.policy, now: now))
            }
            return step.erased
        }
    }

    /// The list now, then after every change; whoever is slow gets only the newest.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        let now = clock()
        return state.withLock { broadcast.stream(startingWith: $0.list.entries($0.policy, now: now)) }
    }
}
