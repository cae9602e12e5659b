/// A state source that forwards the state of another one, such as a private ``StateStore``.
@MainActor public protocol StateForwarding<State>: StateSource {
    /// The type of the forwarded source.
    associatedtype Source: StateSource where Source.State == State
    /// The source of the state.
    var stateSource: Source { get }
}

extension StateForwarding {
    /// The current state.
    public var state: State { stateSource.state }
    /// The current state, then later ones; a slow reader gets only the newest.
    public var states: AsyncStream<State> { stateSource.states }
    /// Calls `body` with the current state, then with every new one, until the observation is released.
    public func observe(_ body: @escaping @MainActor (State) -> Void) -> StateObservation { stateSource.observe(body) }
}
