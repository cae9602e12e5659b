extension FeedEdit {
    /// The same for items that are made anew by `transform`.
    func mapped(_ transform: @escaping @Sendable (Item) -> Item) -> FeedEdit {
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
