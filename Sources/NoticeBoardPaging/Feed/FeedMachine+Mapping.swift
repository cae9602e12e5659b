import NoticeBoardBase

extension FeedMachine {
    /// Makes every item anew, wherever the feed keeps it, and changes nothing else.
    ///
    /// For items that hold what is drawn, in a language or on a day. The ID and the rank in the feed's order must stay.
    package mutating func mapItems(_ transform: (Item) -> Item) {
        state.items = state.items.map(transform)
        head?.mapItems(transform)
        missed = missed.map { change in
            switch change {
            case .inserted(let item): .inserted(transform(item))
            case .updated(let item): .updated(transform(item))
            case .removed(let id): .removed(id)
            }
        }
    }
}
