import NoticeBoardBase

extension FeedMachine {
    /// Makes every item anew, wherever the feed keeps it, and changes nothing else.
    ///
    /// For items that hold what is drawn, in a language or on a day. The ID and the rank in the feed's order must stay.
    package mutating func mapItems(_ transform: @escaping @Sendable (Item) -> Item) {
        state.items = state.items.map(transform)
        head?.mapItems(transform)
        missed = missed.map { translation in
            { shown in translation(shown).map { $0.mapped(transform) } }
        }
    }
}

extension FeedEdit {
    /// The same for items that are made anew by `transform`.
    fileprivate func mapped(_ transform: @escaping @Sendable (Item) -> Item) -> FeedEdit {
        func then(_ change: @escaping @Sendable (inout Item) -> Void) -> @Sendable (inout Item) -> Void {
            { item in
                change(&item)
                item = transform(item)
            }
        }
        return switch self {
        case .insert(let item): .insert(transform(item))
        case .patch(let id, let change): .patch(id, then(change))
        case .patchAll(let change): .patchAll(then(change))
        case .remove(let id): .remove(id)
        }
    }
}
