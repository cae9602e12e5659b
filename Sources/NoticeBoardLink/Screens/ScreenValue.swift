import NoticeBoardBase

/// A value that a screen sets and tells of.
@MainActor final class ScreenValue<State: Sendable & Equatable>: StateSource {
    private let broadcast: Broadcast<State>
    private let listeners = Listeners<State>()

    init(_ state: State) {
        self.state = state
        broadcast = Broadcast(state)
    }

    var state: State {
        didSet {
            guard state != oldValue else { return }
            broadcast.send(state)
            listeners.notify(state)
        }
    }
    /// Changes several parts of it at once.
    func change(_ body: (inout State) -> Void) {
        var new = state
        body(&new)
        state = new
    }
    var states: AsyncStream<State> { broadcast.stream() }
    func observe(_ body: @escaping @MainActor (State) -> Void) -> StateObservation { listeners.add(now: state, body) }
}
