/// A state that notifies its observers of each change; apps build their own ``StateSource`` with it.
///
/// ```swift
/// @MainActor final class Sidebar: StateForwarding {
///     private let store = StateStore(false)
///     var stateSource: some StateSource<Bool> { store }
///     func toggle() { store.state.toggle() }
/// }
/// ```
///
/// Observers are called before the assignment returns, in the order in which they were added, and never under a lock. A state
/// that an observer assigns reaches all observers after the current one.
@MainActor public final class StateStore<State: Sendable & Equatable>: StateSource {
    private let broadcast: Broadcast<State>
    private let listeners = Listeners<State>()

    /// Creates a store that holds `state`.
    public init(_ state: State) {
        self.state = state
        broadcast = Broadcast(state)
    }

    /// The current state; assigning an equal one notifies no observer.
    public var state: State {
        didSet {
            guard state != oldValue else { return }
            broadcast.send(state)
            listeners.notify(state)
        }
    }

    /// The current state, then later ones; a slow reader gets only the newest.
    public var states: AsyncStream<State> { broadcast.stream() }

    /// Calls `body` with the current state, then with every new one, until the observation is released.
    public func observe(_ body: @escaping @MainActor (State) -> Void) -> StateObservation { listeners.add(now: state, body) }

    /// Changes several parts of the state in one step: observers see only the result.
    public func update(_ change: (inout State) -> Void) {
        var new = state
        change(&new)
        state = new
    }
}
