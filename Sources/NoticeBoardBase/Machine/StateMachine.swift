/// The logic of a list or a screen as a value: it handles events and returns effects to carry out.
///
/// It has no clock, no network and no actor, so it runs anywhere: in the SDK's drivers, inside another architecture, or in a
/// test.
///
/// ```swift
/// struct Counter: StateMachine {
///     private(set) var state = 0
///     mutating func handle(_ event: Event) -> [Effect] { … }
/// }
/// ```
package protocol StateMachine<State>: Sendable {
    /// The visible state.
    associatedtype State: Sendable & Equatable
    /// An input: an action of the user, or the result of an effect.
    associatedtype Event: Sendable
    /// Work that the driver has to do.
    associatedtype Effect: Sendable

    /// The current visible state.
    var state: State { get }
    /// Handles an event, and returns the effects to carry out, in order.
    mutating func handle(_ event: Event) -> [Effect]
}
