/// What a list or a screen does, as a plain value: events go in, and what is to be done about them comes out.
///
/// It holds no clock, no network and no actor, so that it runs wherever one likes: behind the drivers that ship with the SDK,
/// inside of another architecture, or in a test.
///
/// ```swift
/// struct Counter: StateMachine {
///     private(set) var state = 0
///     mutating func handle(_ event: Event) -> [Effect] { … }
/// }
/// ```
public protocol StateMachine<State>: Sendable {
    /// What is to be seen of it.
    associatedtype State: Sendable & Equatable
    /// What can happen to it: what a person does, and what became of an effect.
    associatedtype Event: Sendable
    /// What it wants to have done.
    associatedtype Effect: Sendable

    /// What is to be seen of it now.
    var state: State { get }
    /// Takes in what happened, and says what is to be done, in order.
    mutating func handle(_ event: Event) -> [Effect]
}
