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

    /// The first state that meets `condition`, from the current one on.
    ///
    /// It waits as long as that takes: forever when the source ends before. When the task is cancelled, as by a test's time
    /// limit, it throws ``StateNeverCame``, which tells what came instead.
    @discardableResult
    public func firstState(where condition: @escaping @Sendable (State) -> Bool) async throws -> State {
        let current = max(passed.value.count - 1, 0)
        await passed.until { $0[current...].contains(where: condition) }
        guard let state = passed.value[current...].first(where: condition) else {
            throw StateNeverCame(seen: passed.value[current...])
        }
        return state
    }
}

/// What a ``FeedProbe`` throws where the state that it waited for did not come until it was cancelled.
public struct StateNeverCame: Error, CustomStringConvertible {
    /// How many states came instead, and the last of them.
    public let description: String

    init(seen states: ArraySlice<some Sendable>) {
        let last = states.last.map { "\($0)" } ?? ""
        description = "None of \(states.count) states was the one that was waited for. The last was: \(last)"
    }
}
