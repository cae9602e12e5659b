public import NoticeBoardBase

/// What a person, or a screen, asks of a list.
public enum FeedRequest<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The list came into sight.
    case open
    /// It went out of sight: further pages are given up until it is back, and a head that is on its way is read to its end.
    case close
    /// The head is asked for again.
    case refresh
    /// The list is to begin anew; what is shown stays until the answer comes.
    case reload
    /// A further page is asked for.
    case older
    /// Everything is asked for.
    case all
    /// A page of a gap is asked for.
    case gap(PageGap<ID>)
    /// No longer everything is asked for.
    case stopAll
    /// What failed is to be tried again, and only that.
    case retry
    /// The list is another from now on: it is empty and not asked for.
    case reset
    /// A row came into sight.
    case rowAppeared(ID)
    /// This row stands at the top of the screen.
    case scrolled(ID?)
    /// Items that are hidden for these reasons are shown, until other reasons are named.
    case showHidden(Set<HiddenReason>)
}

/// The state of a screen that shows a list.
public protocol FeedStateProviding<Item>: Sendable, Equatable {
    /// What the list holds.
    associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable
    /// The list.
    var feed: FeedState<Item> { get }
}

extension FeedState: FeedStateProviding {
    /// The list itself.
    public var feed: Self { self }
}

/// A screen that shows a list: one function, and everything that can be asked of a list stands above it.
///
/// A screen of several parts says in ``send(_:)`` what a request means to the others, and never declares one of the functions
/// above it again: who knows it as `some FeedScreen` would get the other one.
@MainActor public protocol FeedScreen<State>: StateSource where State: FeedStateProviding {
    /// Asks the list for something.
    func send(_ request: FeedRequest<State.Item.ID>)
}

extension FeedScreen {
    /// The list came into sight: it is loaded, unless it was before; a first load that failed is left to ``retry()``.
    public func open() { send(.open) }
    /// The list went out of sight: further pages are given up until it is back.
    public func close() { send(.close) }
    /// Asks for the list's head again; what is below it stays.
    public func refresh() { send(.refresh) }
    /// Begins the list anew; what is shown stays until the answer comes.
    public func reload() { send(.reload) }
    /// A row came into sight: near the end it asks for more.
    public func rowAppeared(_ id: State.Item.ID) { send(.rowAppeared(id)) }
    /// This row stands at the top of the screen; when it leaves the list its neighbour takes its place.
    public func scrolled(to id: State.Item.ID?) { send(.scrolled(id)) }
    /// Asks for a further page, whatever is in sight.
    public func loadOlder() { send(.older) }
    /// Loads the list to its end; ``FeedState/progress`` tells how far it is.
    public func loadAll() { send(.all) }
    /// Loads the next page of a gap, below the items above it; ``FeedState/gapPhases`` tells how that goes.
    ///
    /// A refresh leaves a gap when more items came than it reads, and a list that is kept keeps it. A gap that a service left by
    /// changing too fast cannot be loaded: it goes when the list is refreshed across it, or begun anew.
    public func loadGap(_ gap: PageGap<State.Item.ID>) { send(.gap(gap)) }
    /// Loads it no further than the page that is on its way.
    public func stopLoadingAll() { send(.stopAll) }
    /// Tries again what failed, and only that.
    public func retry() { send(.retry) }
    /// Shows the items that are hidden for these reasons, and hides those again that were shown so before; nothing is loaded.
    public func showHidden(_ reasons: Set<HiddenReason>) { send(.showHidden(reasons)) }
    /// Empties the list, as if it had never been asked for: at signing out, for example.
    public func reset() { send(.reset) }

    /// Asks for the list's head again, and returns when that has ended: for SwiftUI's `refreshable`.
    public func refreshAndWait() async {
        refresh()
        await firstState { !$0.feed.refresh.isLoading }
    }
}
