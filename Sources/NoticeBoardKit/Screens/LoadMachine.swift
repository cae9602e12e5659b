package import NoticeBoardBase
package import NoticeBoardPaging

/// Loads one value, as a state machine.
///
/// ``Loader`` drives it on the main actor.
package struct LoadMachine<Value: Sendable & Equatable>: StateMachine {
    /// An input of the machine.
    package enum Event: Sendable {
        /// The screen appeared: loads the value, unless it is fresh or failed.
        case open
        /// Refresh the value.
        case refresh
        /// Retry a load that failed or brought no value.
        case retry
        /// Remove the value, as if it had never been requested.
        case reset
        /// A change of the value. The closure runs again over a value that was loading at the time, so it must set values, never
        /// add differences.
        case changed(@Sendable (inout Value) -> Void)

        /// The load with this number returned a value.
        case loaded(Value, Int)
        /// The load with this number failed.
        case failed(NoticeBoardError, Int)
        /// The load with this number was cancelled.
        case gaveUp(Int)
        /// The load takes longer than the spinner delay.
        case waited(Int)
    }

    /// An output of the machine, for its driver to carry out.
    package enum Effect: Sendable, Hashable {
        /// Load the value, and send the result with this number.
        case load(Int)
        /// Wait for a number of seconds, then send ``Event/waited(_:)``.
        case wait(Double, Int)
        /// Cancel the load with this number, and its timer.
        case cancel(Int)
    }

    /// The state to show.
    package private(set) var state: Loaded<Value>
    private let spinnerDelay: Double
    private var number = 0
    private var missed: [@Sendable (inout Value) -> Void] = []

    /// Creates a machine for a value that was not requested, or that an earlier launch stored.
    package init(from kept: Value? = nil, spinnerDelay: Double = 0.3) {
        state = Loaded(kept, isStale: kept != nil)
        self.spinnerDelay = spinnerDelay
    }

    /// Handles an event, and returns the effects to carry out.
    package mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .open: return state.phase == .idle && (state.value == nil || state.isStale) ? begin() : []
        case .refresh: return state.phase.isLoading ? [] : begin()
        case .retry: return state.failure == nil && state.value != nil || state.phase.isLoading ? [] : begin()
        case .reset:
            let effects = state.phase.isLoading ? [Effect.cancel(number)] : []
            (state, missed) = (Loaded(), [])
            number += 1
            return effects
        case .changed(let change):
            if state.phase.isLoading { missed.append(change) }
            state.value = state.value.map { value in
                var value = value
                change(&value)
                return value
            }
            return []
        case .loaded(var value, let number):
            guard isCurrent(number) else { return [] }
            for change in missed { change(&value) }
            // Keep the stored instance of an equal value.
            if state.value != value { state.value = value }
            state.isStale = false
            return end(in: .idle)
        case .failed(let error, let number): return isCurrent(number) ? end(in: .failed(error)) : []
        case .gaveUp(let number): return isCurrent(number) ? end(in: .idle) : []
        case .waited(let number):
            if isCurrent(number) { state.phase = .loading(isSlow: true) }
            return []
        }
    }

    private func isCurrent(_ number: Int) -> Bool { number == self.number && state.phase.isLoading }

    private mutating func begin() -> [Effect] {
        number += 1
        state.phase = .loading(isSlow: false)
        return [.load(number), .wait(spinnerDelay, number)]
    }

    private mutating func end(in phase: LoadPhase) -> [Effect] {
        (state.phase, missed) = (phase, [])
        return [.cancel(number)]
    }
}

/// Work that the load of a value starts.
package enum LoadWork: Hashable, Sendable { case load, wait }

extension LoadMachine.Effect {
    /// Returns the work for a driver, of a value or of a machine that contains one and wraps its events and work.
    ///
    /// A value equal to `shown` is replaced by the shown instance, which is checked off the main actor.
    package func chore<Machine, Key>(
        _ load: @escaping @Sendable () async throws -> Value, shown: Value? = nil, time: TimeSource,
        event: @escaping @Sendable (LoadMachine<Value>.Event) -> Machine.Event, key: (LoadWork) -> Key
    ) -> MachineDriver<Machine, Key>.Chore {
        switch self {
        case .load(let number):
            .start(key(.load)) {
                event(
                    await .outcome(of: number) {
                        let value = try await load()
                        return shown.flatMap { $0 == value ? $0 : nil } ?? value
                    })
            }
        case .wait(let seconds, let number): .start(key(.wait)) { await time.over(seconds) ? event(.waited(number)) : nil }
        case .cancel: .stop([key(.load), key(.wait)])
        }
    }
}

extension LoadMachine.Event {
    /// Runs a load, and returns its event.
    fileprivate static func outcome(
        of number: Int, _ load: @Sendable () async throws -> Value
    ) async -> Self {
        do {
            return .loaded(try await load(), number)
        } catch is CancellationError {
            return .gaveUp(number)
        } catch {
            return .failed(NoticeBoardError(wrapping: error), number)
        }
    }
}
