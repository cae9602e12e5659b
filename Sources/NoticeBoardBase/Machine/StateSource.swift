/// Something on the main actor that has a state and tells of its changes: a feed, a menu, a screen.
///
/// There are three ways to follow it, all from one source: ``observe(_:)`` calls a closure, ``states`` is a stream, and
/// `ScreenObject` and `ObservableScreen` are objects for SwiftUI.
@MainActor public protocol StateSource<State>: AnyObject {
    /// What is to be seen of it.
    associatedtype State: Sendable & Equatable

    /// What is to be seen of it now.
    var state: State { get }

    /// The state now, then every later one that there was time for: whoever is slow gets only the newest.
    ///
    /// The stream does not keep the source alive, and ends with it.
    var states: AsyncStream<State> { get }

    /// Calls `body` with the state now, before this returns, and then with every state that differs from the one before, as
    /// long as what this returns is held.
    ///
    /// It is called on the main actor, before the call returns that changed the state.
    func observe(_ body: @escaping @MainActor (State) -> Void) -> StateObservation
}
