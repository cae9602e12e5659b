package import NoticeBoardBase

extension FeedMachine {
    /// An input of a feed.
    package enum Event: Sendable {
        /// A request of the user or the screen.
        case request(FeedRequest<Item.ID>)
        /// A change, as edits of this list. The closure runs again over a page that was loading at the time, so it must depend
        /// only on the change and the shown items.
        case edited(@Sendable (FeedItems<Item>) -> [FeedEdit<Item>])
        /// The filter was replaced; `nil` hides nothing.
        case filtered(FeedRules<Item>.Filter?)

        /// The list follows its service from now on, or no longer.
        case followed(FollowMachine?)
        /// Something happened to the stream of changes, to a wait or to the app.
        case live(FollowMachine.Input)
        /// The stream with this number sent a change; the closure throws if it cannot be decoded.
        case liveEvent(Int, @Sendable (FeedItems<Item>) throws -> [FeedEdit<Item>])
        /// Another list loaded copies of items after this one did.
        case fresher([Item])

        /// A snapshot is shown until a refresh succeeds.
        case restored(FeedSnapshot<Item>)
        /// A page was loaded.
        case loaded(Page<Item>, FeedTicket)
        /// A page failed to load.
        case failed(NoticeBoardError, FeedTicket)
        /// The load of a page was cancelled.
        case gaveUp(FeedTicket)
        /// A load takes longer than ``FeedRules/spinnerDelay``.
        case waited(FeedTicket)
    }

    /// An output of a feed, for ``Feed`` to carry out.
    package enum Effect: Sendable, Hashable {
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
