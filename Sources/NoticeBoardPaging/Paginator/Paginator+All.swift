extension Paginator {
    /// Loads the whole list, up to the limits, and reports progress after each page.
    ///
    /// An error discards the pages loaded so far; iterate ``pages`` to keep them. `progress` is called on the caller's actor.
    public func loadAll(
        isolation: isolated (any Actor)? = #isolation, progress: (PageProgress) -> Void = { _ in }
    ) async throws -> [Item] {
        var items: [Item] = []
        for try await page in pages {
            items += page.items
            progress(page.progress)
        }
        return items
    }
}
