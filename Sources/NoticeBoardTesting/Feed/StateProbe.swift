public import NoticeBoardBase

/// Observes a list, a loader, a screen or any other state, so that a test can await a state and check every one before it.
///
/// ```swift
/// let probe = StateProbe(feed)
/// feed.open()
/// let shown = try await probe.firstState { $0.display == .items }
/// #expect(probe.states.count == 3)      // before, while it loaded, after
/// ```
///
/// It neither polls nor sleeps: a waiting test resumes with the change that it waits for. It records every state, also those
/// that a stream would skip. It does not retain its source.
@MainActor public final class StateProbe<State: Sendable & Equatable> {
    private let passed: Watched<[State]>
    private var observation: StateObservation?

    /// Creates a probe that records from the current state on.
    public init(_ source: some StateSource<State>) {
        let passed = Watched<[State]>([])
        self.passed = passed
        observation = source.observe { state in passed.update { $0.append(state) } }
    }

    /// Every state since the probe was created, starting with the initial one.
    public var states: [State] { passed.value }

    /// Returns the first state that meets `condition`, starting with the current one.
    ///
    /// Throws an error that describes the states seen, after `seconds`, when the task is cancelled, or when a list or screen rests
    /// in a failure: nothing would change then.
    @discardableResult
    public func firstState(
        within seconds: Double = 10, where condition: @escaping @Sendable (State) -> Bool
    ) async throws -> State {
        let current = max(passed.value.count - 1, 0)
        _ = try? await TimeSource.system.result(within: seconds) { [passed] in
            await passed.until { states in
                states[current...].contains(where: condition) || (states.last as? any FailingState)?.restingFailure != nil
            }
        }
        guard let state = passed.value[current...].first(where: condition) else {
            throw StateNotReached(seen: passed.value[current...])
        }
        return state
    }
}

/// The error of a ``StateProbe`` whose state did not occur.
struct StateNotReached: Error, CustomStringConvertible {
    /// The number of states seen, and the last one.
    let description: String

    init(seen states: ArraySlice<some Sendable>) {
        // A state may hold hundreds of rows.
        let last = states.last.map { "\($0)".prefix(500) } ?? ""
        let failure = (states.last as? any FailingState)?.restingFailure.map { " It rests in a failure: \($0)." } ?? ""
        description = "No state met the condition within the time. States seen: \(states.count).\(failure) The last one: \(last)"
    }
}
