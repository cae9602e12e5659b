public import NoticeBoardBase

/// Sends a service's changes to every open list and page.
///
/// Use one bus for each service. The code that writes sends a change; each list translates it into its edits:
///
/// ```swift
/// enum Change: Sendable { case liked(Note.ID, by: String, Bool), deleted(Note.ID) }
/// let changes = ChangeBus<Change>()
/// changes.send(.deleted(note.id))
/// ```
///
/// Every observer gets every change, in the same order, before ``send(_:)`` returns. A change that an observer sends follows
/// after the current one. The bus retains an observer's closure until its observation is released, so the closure must capture
/// its owner weakly.
@MainActor public final class ChangeBus<Change: Sendable> {
    private let listeners = Listeners<Change>()

    /// Creates a bus without observers.
    public init() {}

    /// Sends a change to all observers.
    public func send(_ change: Change) { listeners.notify(change) }

    /// Calls `body` with every later change, until the observation is released.
    public func observe(_ body: @escaping @MainActor (Change) -> Void) -> StateObservation { listeners.add(body) }
}
