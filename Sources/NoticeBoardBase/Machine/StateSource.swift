/// An object on the main actor with an observable state: a feed, a menu, a screen.
///
/// There are three ways to follow it: ``observe(_:)`` calls a closure, ``states`` is a stream, and `ScreenObject` and
/// `ObservableScreen` are objects for SwiftUI.
@MainActor public protocol StateSource<State>: AnyObject {
    /// The visible state.
    associatedtype State: Sendable & Equatable

    /// The current state.
    var state: State { get }

    /// The current state, then later ones; a slow reader gets only the newest.
    ///
    /// The stream does not keep the source alive, and ends with it.
    var states: AsyncStream<State> { get }

    /// Calls `body` with the current state, then with every changed one, until the observation is released.
    ///
    /// The first call happens before this returns, later ones before the change returns, all on the main actor.
    func observe(_ body: @escaping @MainActor (State) -> Void) -> StateObservation
}
