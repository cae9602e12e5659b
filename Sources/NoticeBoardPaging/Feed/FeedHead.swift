import NoticeBoardBase

/// The head of a list while it is read anew: it replaces what stood there once it is known where it joins on.
struct FeedHead<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// The ticket of the page that is under way.
    private(set) var ticket: FeedTicket
    /// Whether there is something that it may join on to.
    let joins: Bool
    private(set) var walk: PageWalk<Item>
    private(set) var items: [Item] = []
    private(set) var pages = 0
    private(set) var skipped = 0
    private(set) var gaps: [PageGap<Item.ID>] = []

    init(_ ticket: FeedTicket, walk: PageWalk<Item>, joins: Bool) {
        self.ticket = ticket
        self.walk = walk
        self.joins = joins
    }

    /// Takes in a page.
    mutating func accept(_ page: Page<Item>) {
        pages += 1
        guard let loaded = walk.accept(page) else { return }
        items += loaded.items.dropFirst(loaded.above)
        skipped += loaded.skipped.count
        gaps += loaded.gaps
    }

    mutating func takeFailure() -> NoticeBoardError? { walk.takeFailure() }

    /// The ticket of the page that is due now.
    mutating func turn() -> FeedTicket {
        ticket = ticket.next
        return ticket
    }
    /// Makes every item anew.
    mutating func mapItems(_ transform: (Item) -> Item) { items = items.map(transform) }
}
