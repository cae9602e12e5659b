public import NoticeBoardBase

/// Follows a feed or a screen, so that a test can await a state of it and look at every state that it passed.
///
/// ```swift
/// let probe = FeedProbe(feed)
/// feed.open()
/// let shown = try await probe.firstState { $0.display == .items }
/// #expect(probe.states.count == 3)      // before, while it loaded, after
/// ```
///
/// Nothing is polled and nothing sleeps: whoever waits is resumed by the change that it waits for. No state is missed, also
/// those that a stream would skip. What is followed is not kept alive.
@MainActor public final class FeedProbe<State: Sendable & Equatable> {
    private let passed: Watched<[State]>
    private var observation: StateObservation?

    /// A probe that follows `source` from its current state on.
    public init(_ source: some StateSource<State>) {
        let passed = Watched<[State]>([])
        self.passed = passed
        observation = source.observe { state in passed.update { $0.append(state) } }
    }

    /// Every state since the probe began, in order, the one at its beginning first.
    public var states: [State] { passed.value }

    /// Returns the first state that meets `condition`, beginning with the current one.
    ///
    /// Throws ``StateNeverCame``, which describes what came instead, after `seconds` or when the task is cancelled.
    @discardableResult
    public func firstState(
        within seconds: Double = 10, where condition: @escaping @Sendable (State) -> Bool
    ) async throws -> State {
        let current = max(passed.value.count - 1, 0)
        await withTaskGroup(of: Void.self) { [passed] group in
            group.addTask { await passed.until { $0[current...].contains(where: condition) } }
            group.addTask { _ = await TimeSource.system.over(seconds) }
            await group.next()
            group.cancelAll()
        }
        guard let state = passed.value[current...].first(where: condition) else {
            throw StateNeverCame(seen: passed.value[current...])
        }
        return state
    }
}

/// The error of a ``FeedProbe`` that waited in vain.
public struct StateNeverCame: Error, CustomStringConvertible {
    /// How many states came instead, and the last of them.
    public let description: String

    init(seen states: ArraySlice<some Sendable>) {
        let last = states.last.map { "\($0)" } ?? ""
        description = "None of \(states.count) states was the one that was waited for. The last was: \(last)"
    }
}
