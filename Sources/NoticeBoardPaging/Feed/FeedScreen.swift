public import NoticeBoardBase

/// A request that a user or a screen makes to a list.
public enum FeedRequest<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The list appeared.
    case open
    /// The list disappeared: older pages are cancelled until it is used again; a refresh continues.
    case close
    /// Refresh the head.
    case refresh
    /// Load the list from scratch; its items stay until the answer arrives.
    case reload
    /// Load an older page.
    case older
    /// Load everything.
    case all
    /// Empty the list, and begin at a position.
    case openAt(PagePosition)
    /// Load a page of a gap, at its upper or its lower end.
    case gap(PageGap<ID>, fromBelow: Bool = false)
    /// Stop loading everything.
    case stopAll
    /// Retry only the load that failed.
    case retry
    /// Empty the list, as if it had never been requested.
    case reset
    /// A row appeared.
    case rowAppeared(ID)
    /// A row reached the top of the screen.
    case scrolled(ID?)
    /// Show items hidden for these reasons, until the next set of reasons.
    case showHidden(Set<HiddenReason>)
}

/// A screen that shows a list.
///
/// It implements ``feed`` and ``send(_:)``; an extension provides all requests.
///
/// A screen of several parts forwards requests to them in ``send(_:)``. It must not redeclare the extension's functions: a caller
/// with `some FeedScreen` would not get the redeclared one.
@MainActor public protocol FeedScreen<State>: StateSource {
    /// The type of the list's items.
    associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable
    /// The current state of the list.
    var feed: FeedState<Item> { get }
    /// Sends a request to the list.
    func send(_ request: FeedRequest<Item.ID>)
    /// Reloads the list's head and waits until that ends, for SwiftUI's `refreshable`.
    func refreshAndWait() async
}

extension FeedScreen {
    /// Call when the list appears: loads it, unless it is loaded and fresh.
    ///
    /// A failed load is left to ``retry()``.
    public func open() { send(.open) }
    /// Empties the list and begins at a position, such as a link to an old item; refreshes do not move the shown rows.
    ///
    /// A gap above the rows stands for the items before them. With offsets, ``loadGap(_:fromBelow:)`` reads it upwards. If the
    /// position is past the end, the list begins at its head.
    public func open(at position: PagePosition) { send(.openAt(position)) }
    /// Call when the list disappears: cancels older pages and gaps until it is used again.
    public func close() { send(.close) }
    /// Reloads the list's head; the rows below stay, and are reloaded as they appear.
    ///
    /// Does nothing during another refresh, unless that hangs for more than three seconds: then it replaces it.
    public func refresh() { send(.refresh) }
    /// Loads the list from scratch; its items stay until the answer arrives.
    public func reload() { send(.reload) }
    /// Call when a row appears: loads an older page near the end.
    public func rowAppeared(_ id: Item.ID) { send(.rowAppeared(id)) }
    /// Sets the row at the top of the screen; if it leaves the list, a neighbor replaces it.
    public func scrolled(to id: Item.ID?) { send(.scrolled(id)) }
    /// Loads an older page, regardless of the visible rows.
    public func loadMore() { send(.older) }
    /// Loads the list to its end; ``FeedState/progress`` shows how far it is.
    public func loadAll() { send(.all) }
    /// Loads the next page of a gap, below the items above it; ``FeedState/gapPhases`` has the result.
    ///
    /// With `fromBelow`, it is the page above the items below the gap, to read from old to new. That needs offsets; with cursors
    /// and page numbers a gap is filled from above.
    ///
    /// A refresh leaves a gap if more items arrived than it loads, and an older page if the list changed too fast; snapshots keep
    /// the gap.
    public func loadGap(_ gap: PageGap<Item.ID>, fromBelow: Bool = false) { send(.gap(gap, fromBelow: fromBelow)) }
    /// Stops ``loadAll()`` after the page in flight.
    public func stopLoadingAll() { send(.stopAll) }
    /// Retries the load that failed, or the end of a list that ended early.
    public func retry() { send(.retry) }
    /// Shows items hidden for these reasons, and hides items of other reasons again; nothing is reloaded.
    public func showHidden(_ reasons: Set<HiddenReason>) { send(.showHidden(reasons)) }
    /// Empties the list, as if it had never been requested; for example after sign-out.
    public func reset() { send(.reset) }

    /// Reloads the list's head and waits until that ends, for SwiftUI's `refreshable`.
    public func refreshAndWait() async {
        refresh()
        await firstState { _ in !feed.refresh.isLoading }
    }
}
