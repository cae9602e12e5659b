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

/// Identifies one load of a feed, and each of its pages.
///
/// A result is accepted only while its ticket is current: late results, from before a refresh, a reset or a sign-out, are
/// dropped, and so are duplicates.
package struct FeedTicket: Sendable, Hashable {
    /// The kind of a load.
    package enum Kind: Sendable, Hashable {
        /// The list's head, then the stale rows around the anchor.
        case refresh
        /// An older page.
        case older
        /// A page of a gap.
        case gap
        /// The rows around a stale row that appeared.
        case reread
    }

    /// The kind of the load.
    package let kind: Kind
    /// The number of the load within its feed.
    package let number: Int
    /// The number of the page within its load, which may need several pages.
    package let page: Int

    /// The ticket of the load's next page.
    var next: FeedTicket { FeedTicket(kind: kind, number: number, page: page + 1) }
}
