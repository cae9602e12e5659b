extension Paginator {
    /// Loads the whole list, or as much of it as the limits allow, and reports progress after each page.
    ///
    /// It fails as iterating does, and then the pages loaded so far are lost: iterate ``pages`` to keep them. `progress` is
    /// called on the caller's actor.
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
