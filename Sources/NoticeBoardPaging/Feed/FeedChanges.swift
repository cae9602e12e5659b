public import NoticeBoardBase

/// Tells every open list what became of an item, so that a post written on one screen stands on the others at once.
///
/// An app has one for each kind of item and gives it to its feeds:
///
/// ```swift
/// let changes = FeedChanges<Post>()
/// let feed = Feed(changes: changes) { position in … }
/// changes.send(.removed(post.id))
/// ```
///
/// Every change reaches every list, in one order for all, before ``send(_:)`` returns; one that is sent by somebody who is
/// being told of another follows behind that. Each list decides by its own rules whether it is concerned. Lists are not kept
/// alive.
@MainActor public final class FeedChanges<Item: Identifiable & Sendable> where Item.ID: Sendable {
    private let listeners = Listeners<FeedChange<Item>>()

    /// Changes that nobody listens to yet.
    public init() {}

    /// Tells everybody who listens.
    public func send(_ change: FeedChange<Item>) { listeners.tell(change) }

    /// Calls `body` with every change from now on, as long as what this returns is held.
    public func observe(_ body: @escaping @MainActor (FeedChange<Item>) -> Void) -> StateObservation { listeners.add(body) }
}
