extension Paginator {
    /// Loads all that there is, or what the limits leave of it, and tells after each page how far it has come.
    ///
    /// It fails as iterating does, and what was loaded is lost then: iterate ``pages`` where it is worth keeping.
    /// `progress` is called on the caller's actor.
    public func loadAll(progress: (PageProgress) -> Void = { _ in }) async throws -> [Item] {
        var items: [Item] = []
        for try await page in pages {
            items += page.items
            progress(page.progress)
        }
        return items
    }
}
