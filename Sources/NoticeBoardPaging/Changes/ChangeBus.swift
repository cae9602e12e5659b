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
    /// The exchanges of items, by their types.
    private var exchanges: [ObjectIdentifier: any ItemExchanging] = [:]

    /// Creates a bus without observers.
    public init() {}

    /// Sends a change to all observers.
    public func send(_ change: Change) { listeners.notify(change) }

    /// Shows a fresher copy of an item, which any list or value of this bus loads, in all of them.
    ///
    /// Call it before lists are made: `changes.share(Topic.self)`. Lists with this bus then share their copies, and values by
    /// ``Loader/share(_:by:)``. The copy that was requested last is shown, also if an older one arrives later. Share only types whose
    /// copies are complete everywhere: a summary in a list would replace the whole text on a page.
    public func share<Item: Identifiable & Equatable & Sendable>(_ type: Item.Type) where Item.ID: Sendable {
        guard exchanges[ObjectIdentifier(type)] == nil else { return }
        exchanges[ObjectIdentifier(type)] = ItemExchange<Item>()
    }

    /// Returns the exchange of a type of items that is shared.
    func exchange<Item: Identifiable & Equatable & Sendable>(of type: Item.Type) -> ItemExchange<Item>?
    where Item.ID: Sendable {
        exchanges[ObjectIdentifier(type)] as? ItemExchange<Item>
    }

    /// Calls `body` with every later change, until the observation is released.
    public func observe(_ body: @escaping @MainActor (Change) -> Void) -> StateObservation { listeners.add(body) }
}
