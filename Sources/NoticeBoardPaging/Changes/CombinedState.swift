public import NoticeBoardBase

/// Several states as one: a profile and its posts, a feed and the wishes that its rows show.
///
/// It is for what is independent: between two sources that change at once a state can be seen that mixes old and new. What has
/// to agree, as a board and its posts have, is one machine.
@MainActor public final class CombinedState<State: Sendable & Equatable>: StateSource {
    private let make: @MainActor () -> State
    private let broadcast: Broadcast<State>
    private let listeners = Listeners<State>()
    private var observations: [StateObservation] = []

    /// The state that `make` says whenever one of `sources` has another.
    public init(_ sources: [any StateSource], _ make: @escaping @MainActor () -> State) {
        self.make = make
        state = make()
        broadcast = Broadcast(state)
        observations = sources.map { observe($0) }
    }

    /// What is to be seen now.
    public private(set) var state: State
    /// What is to be seen now, then every later state that there was time for.
    public var states: AsyncStream<State> { broadcast.stream() }
    /// Calls `body` with the state now, then with every new one, as long as what this returns is held.
    public func observe(_ body: @escaping @MainActor (State) -> Void) -> StateObservation {
        listeners.add(now: state, body)
    }

    private func observe(_ source: some StateSource) -> StateObservation {
        source.observe { [weak self] _ in self?.update() }
    }

    private func update() {
        let new = make()
        guard new != state else { return }
        state = new
        broadcast.send(new)
        listeners.notify(new)
    }
}
