public import NoticeBoardBase

/// Several states as one: a profile and its posts, a feed and the optimistic updates that its rows show.
///
/// Its sources are independent: between two that change at once, an observer can see a state that mixes old and new. What has to
/// agree, as a board and its posts have to, is one machine.
@MainActor public final class CombinedState<State: Sendable & Equatable>: StateForwarding {
    private let make: @MainActor () -> State
    private let store: StateStore<State>
    private var observations: [StateObservation] = []

    /// Creates a state that `make` computes anew whenever one of `sources` changes.
    public init(_ sources: [any StateSource], _ make: @escaping @MainActor () -> State) {
        self.make = make
        store = StateStore(make())
        observations = sources.map { follow($0) }
    }

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { store }

    private func follow(_ source: some StateSource) -> StateObservation {
        source.observe { [weak self] _ in
            guard let self else { return }
            store.state = make()
        }
    }
}
