public import NoticeBoardBase

extension FeedMachine {
    /// An input of a feed.
    public enum Event: Sendable {
        /// The list appeared: loads it, unless it is loaded and fresh.
        case open
        /// Refresh the head.
        case refresh
        /// Load the list from scratch; its items stay until the answer arrives.
        case reload
        /// A row appeared; near the end it loads older items.
        case rowAppeared(Item.ID)
        /// Load an older page, for example with a button.
        case older
        /// Load everything.
        case all
        /// Load a page of a gap.
        case gap(PageGap<Item.ID>)
        /// Retry only the load that failed.
        case retry
        /// Empty the list, as if it had never been requested.
        case reset
        /// The row at the top of the screen changed; an unknown row is ignored.
        case scrolled(Item.ID?)
        /// The list disappeared: older pages are cancelled until the next request or row.
        case close
        /// Stop loading everything.
        case stopAll
        /// A change, as edits of this list. The closure runs again over a page that was loading at the time, so it must depend
        /// only on the change and the shown items.
        case edited(@Sendable (FeedItems<Item>) -> [FeedEdit<Item>])

        /// The filter was replaced; `nil` hides nothing.
        case filtered(FeedRules<Item>.Filter?)
        /// Show items hidden for these reasons, for now.
        case showHidden(Set<HiddenReason>)

        /// A page was loaded.
        case loaded(Page<Item>, FeedTicket)
        /// A page failed to load.
        case failed(NoticeBoardError, FeedTicket)
        /// The load of a page was cancelled.
        case gaveUp(FeedTicket)
        /// A load takes longer than ``FeedRules/spinnerDelay``.
        case waited(FeedTicket)
    }

    /// An output of a feed, for its driver to carry out.
    public enum Effect: Sendable, Hashable {
        /// Load the page at a position, then send its result: ``Event/loaded(_:_:)``, ``Event/failed(_:_:)`` or
        /// ``Event/gaveUp(_:)``.
        case load(PagePosition?, FeedTicket)
        /// Wait for a number of seconds, then send ``Event/waited(_:)``.
        case wait(Double, FeedTicket)
        /// Cancel the load with this ticket, and its timer.
        ///
        /// All tickets with one ``FeedTicket/number`` belong to one load. Also sent when a load ends, to stop its timer.
        case cancel(FeedTicket)
    }
}

extension FeedMachine.Event {
    /// Creates the event of a request.
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
