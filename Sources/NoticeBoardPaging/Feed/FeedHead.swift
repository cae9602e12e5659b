import NoticeBoardBase

/// The head of a list while it is read anew: it replaces what stood there once it is known where it joins on.
struct FeedHead<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    let ticket: FeedTicket
    var walk: PageWalk<Item>
    private(set) var items: [Item] = []
    private(set) var pages = 0
    private(set) var skipped = 0
    private(set) var gaps: [PageGap<Item.ID>] = []

    init(_ ticket: FeedTicket, walk: PageWalk<Item>) {
        self.ticket = ticket
        self.walk = walk
    }

    mutating func accept(_ page: Page<Item>) {
        pages += 1
        guard let loaded = walk.accept(page) else { return }
        items += loaded.items
        skipped += loaded.skipped.count
        gaps += loaded.gaps
    }
    /// Makes every item anew.
    mutating func mapItems(_ transform: (Item) -> Item) { items = items.map(transform) }
}
