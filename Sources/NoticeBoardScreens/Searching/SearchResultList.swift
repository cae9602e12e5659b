public import NoticeBoardBase
public import NoticeBoardPaging

/// The list of a search's results: what a list of any other screen has, apart from what the search field does.
///
/// ```swift
/// search.list.rowAppeared(row.id)               // loads more results
/// search.list.refresh()                         // asks the service again
/// search.end()                                  // ends the search, which only the screen can do
/// ```
@MainActor public final class SearchResultList<Item: Identifiable & Equatable & Sendable>: FeedScreen, StateForwarding
where Item.ID: Sendable {
    private let store = StateStore(FeedState<Item>())
    private let carryOut: @MainActor (FeedRequest<Item.ID>) -> Void

    init(carryOut: @escaping @MainActor (FeedRequest<Item.ID>) -> Void) { self.carryOut = carryOut }

    /// The source of the state of the results.
    public var stateSource: some StateSource<FeedState<Item>> { store }
    /// The state of the results.
    public var feed: FeedState<Item> { store.state }

    /// Sends a request to the list.
    ///
    /// `.reset` empties it and goes back to the suggestions; the search stays active.
    public func send(_ request: FeedRequest<Item.ID>) { carryOut(request) }

    func show(_ state: FeedState<Item>) { store.state = state }
}
