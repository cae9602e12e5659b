public import NoticeBoardBase

extension FeedMachine {
    /// What can happen to a feed.
    public enum Event: Sendable {
        /// The list came into sight: it is loaded, unless it was before.
        case open
        /// The head is asked for again.
        case refresh
        /// The list is to begin anew; what is shown stays until the answer comes.
        case reload
        /// A row came into sight: near the end it asks for more.
        case rowAppeared(Item.ID)
        /// A further page is asked for, by a button for example.
        case older
        /// Everything is asked for.
        case all
        /// A page of a gap is asked for.
        case gap(PageGap<Item.ID>)
        /// What failed is to be tried again, and only that.
        case retry
        /// The list is another from now on: it is empty and not asked for.
        case reset
        /// This row stands at the top of the screen; a row that is not in the list says nothing.
        case scrolled(Item.ID?)
        /// It went out of sight: further pages are given up until it is asked for something again.
        case close
        /// No longer everything is asked for.
        case stopAll
        /// Something happened: what it means to the list, told again of a page that was on its way meanwhile. So the closure
        /// goes by nothing but what happened and what is shown.
        case edited(@Sendable (FeedItems<Item>) -> [FeedEdit<Item>])

        /// The filter is another one now; `nil` hides nothing.
        case filtered(FeedRules<Item>.Filter?)
        /// Items that are hidden for these reasons are shown for now.
        case showHidden(Set<HiddenReason>)

        /// A page came.
        case loaded(Page<Item>, FeedTicket)
        /// A page did not come.
        case failed(NoticeBoardError, FeedTicket)
        /// A page was given up by whoever was to load it.
        case gaveUp(FeedTicket)
        /// The patience for a load is over.
        case waited(FeedTicket)
    }

    /// What a feed wants to have done.
    public enum Effect: Sendable, Hashable {
        /// Load the page at a position, and say what became of it: ``Event/loaded(_:_:)``, ``Event/failed(_:_:)`` or
        /// ``Event/gaveUp(_:)``.
        case load(PagePosition?, FeedTicket)
        /// Wait so many seconds, then say ``Event/waited(_:)``.
        case wait(Double, FeedTicket)
        /// Give up the load of this ticket and its waiting.
        ///
        /// All tickets of one ``FeedTicket/number`` belong to one load. It comes also when a load has ended, for its waiting.
        case cancel(FeedTicket)
    }
}

extension FeedMachine.Event {
    /// What somebody asks of the list.
    public init(_ request: FeedRequest<Item.ID>) {
        self =
            switch request {
            case .open: .open
            case .close: .close
            case .refresh: .refresh
            case .reload: .reload
            case .older: .older
            case .all: .all
            case .gap(let gap): .gap(gap)
            case .stopAll: .stopAll
            case .retry: .retry
            case .reset: .reset
            case .rowAppeared(let id): .rowAppeared(id)
            case .scrolled(let id): .scrolled(id)
            case .showHidden(let reasons): .showHidden(reasons)
            }
    }
}
