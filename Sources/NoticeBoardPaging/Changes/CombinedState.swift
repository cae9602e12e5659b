public import NoticeBoardBase

/// Combines several states into one: a profile and its posts, a feed and the optimistic updates that its rows show.
///
/// The sources are independent: while two change at once, an observer can see a state that mixes old and new. Parts that must
/// agree, such as a board and its posts, belong in one machine.
@MainActor public final class CombinedState<State: Sendable & Equatable>: StateForwarding {
    private let make: @MainActor () -> State
    private let store: StateStore<State>
    private var observations: [StateObservation] = []

    /// Creates a state that `make` computes again when one of `sources` changes.
    public init(_ sources: [any StateSource], _ make: @escaping @MainActor () -> State) {
        self.make = make
        store = StateStore(make())
        observations = sources.map { follow($0) }
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { store }

    private func follow(_ source: some StateSource) -> StateObservation {
        source.observe { [weak self] _ in
            guard let self else { return }
            store.state = make()
        }
    }
}
