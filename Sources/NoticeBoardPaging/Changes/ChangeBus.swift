public import NoticeBoardBase

/// Carries what happened, in the service's own words, to every list and page that is open.
///
/// There is one for each service. Whoever writes tells of it; each list knows what it means there:
///
/// ```swift
/// enum Change: Sendable { case liked(Note.ID, by: String, Bool), deleted(Note.ID) }
/// let changes = ChangeBus<Change>()
/// changes.send(.deleted(note.id))
/// ```
///
/// Every change reaches everybody, in one order for all, before ``send(_:)`` returns; one that is sent by somebody who is being
/// told of another follows behind that. Nobody is kept alive.
@MainActor public final class ChangeBus<Change: Sendable> {
    private let listeners = Listeners<Change>()

    /// Changes that nobody listens to yet.
    public init() {}

    /// Tells everybody who listens.
    public func send(_ change: Change) { listeners.notify(change) }

    /// Calls `body` with every change from now on, as long as what this returns is held.
    public func observe(_ body: @escaping @MainActor (Change) -> Void) -> StateObservation { listeners.add(body) }
}
