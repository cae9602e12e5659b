public import NoticeBoardBase

/// A value that is loaded as a whole: a menu, a profile, a post with its replies.
public struct Loaded<Value: Sendable & Equatable>: Sendable, Equatable {
    /// The value, once it is there; it stays while it is asked for again, and when that fails.
    public var value: Value?
    /// How the loading stands, the first time and at every refresh.
    public var phase: LoadPhase
    /// Whether the value is kept from an earlier run and was not refreshed since.
    public var isStale: Bool

    /// What is to be seen of a value; nothing was asked for unless told otherwise.
    public init(_ value: Value? = nil, phase: LoadPhase = .idle, isStale: Bool = false) {
        (self.value, self.phase, self.isStale) = (value, phase, isStale)
    }

    /// Why the last load failed, when it did.
    public var failure: NoticeBoardError? { phase.failure }
}

/// The loading of one value, as a value itself.
///
/// ``Loader`` drives it on the main actor.
package struct LoadMachine<Value: Sendable & Equatable>: StateMachine {
    /// What can happen to it.
    package enum Event: Sendable {
        /// It came into sight: the value is loaded, unless it was before, or failed.
        case open
        /// The value is asked for again.
        case refresh
        /// What failed is tried again.
        case retry
        /// The value is another from now on: it is gone, and was not asked for.
        case reset
        /// Something happened to it; told again of a value that was on its way meanwhile, so it says what is so and not a
        /// difference.
        case changed(@Sendable (inout Value) -> Void)

        /// The value of the load of this number came.
        case loaded(Value, Int)
        /// It did not come.
        case failed(NoticeBoardError, Int)
        /// It was given up by whoever was to load it.
        case gaveUp(Int)
        /// The patience for it is over.
        case waited(Int)
    }

    /// What it wants to have done.
    package enum Effect: Sendable, Hashable {
        /// Load the value, and say what became of it under this number.
        case load(Int)
        /// Wait so many seconds, then say ``Event/waited(_:)``.
        case wait(Double, Int)
        /// Give up the load of this number and its waiting.
        case cancel(Int)
    }

    /// What is to be seen.
    package private(set) var state: Loaded<Value>
    private let spinnerDelay: Double
    private var number = 0
    private var missed: [@Sendable (inout Value) -> Void] = []

    /// A value that was not asked for yet, or that is kept from an earlier run.
    package init(from kept: Value? = nil, spinnerDelay: Double = 0.3) {
        state = Loaded(kept, isStale: kept != nil)
        self.spinnerDelay = spinnerDelay
    }

    /// Takes in what happened, and says what is to be done.
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
            // An equal value stays the instance that it was.
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
