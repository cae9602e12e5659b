/// Newer copies of loaded items.
extension FeedContent {
    /// Replaces loaded items by the copies of a page, also where the page does not continue the list and adds nothing.
    mutating func replaceItems(by page: Page<Item>) {
        if !isOutdated { replaceItems(by: page.items) }
    }

    /// Replaces loaded items by newer copies.
    mutating func replaceItems(by copies: [Item]) {
        for copy in copies { replace(copy) }
    }
}
