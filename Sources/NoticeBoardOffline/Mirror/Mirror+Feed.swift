import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// Lists on a screen that go on without a network.
extension Mirror {
    /// Creates a list for a screen: it shows the stored items at once, the service's when they arrive, and goes on without a
    /// network.
    ///
    /// `feed.state.isStale` is true while the items are from the device, `storedAt` is their date, and `networkFailure` says why.
    /// `time` is the feed's clock; tests pass a manual one.
    @MainActor public func feed(
        of list: String, _ rules: FeedRules<Item> = FeedRules(), time: TimeSource = .system
    ) -> Feed<Item> {
        let feed = Feed(withLife(rules), time: time) { [self] in try await page(of: list, at: $0) }
        show(list, in: feed)
        return feed
    }

    /// Creates such a list, which follows a service's changes; `translate` turns each into edits of this list.
    @MainActor public func feed<Change: Sendable>(
        of list: String, _ rules: FeedRules<Item> = FeedRules(), changes: ChangeBus<Change>,
        translate: @escaping @Sendable (Change, FeedItems<Item>) -> [FeedEdit<Item>], time: TimeSource = .system
    ) -> Feed<Item> {
        let feed = Feed(withLife(rules), changes: changes, translate: translate, time: time) { [self] in
            try await page(of: list, at: $0)
        }
        show(list, in: feed)
        return feed
    }

    /// Returns the rules of a feed that follows the mirror's life, unless they name another one.
    private func withLife(_ rules: FeedRules<Item>) -> FeedRules<Item> {
        var rules = rules
        rules.life = rules.life ?? life
        return rules
    }

    /// Shows the stored items of a list in a feed until the service's arrive; does nothing if these came first.
    ///
    /// For a feed that you create yourself, with ``page(of:at:limit:)`` as its load closure.
    @MainActor public func show(_ list: String, in feed: Feed<Item>, limit: Int = 200) {
        Task { [weak feed] in
            guard let stored = try? await snapshot(of: list, limit: limit), let feed, !feed.state.isLoaded else { return }
            let isOpen = feed.state.wasRequested
            feed.restore(stored)
            if isOpen { feed.open() }
        }
    }

    /// Returns the first stored items of a list as a snapshot that a feed continues from; `nil` if there are none.
    ///
    /// The snapshot ends where the service can continue, perhaps a page before or after `limit`.
    public func snapshot(of list: String, limit: Int = 200) async throws -> FeedSnapshot<Item>? {
        let file = try store.file(of: list)
        guard try await !store.isForbidden(list) else { return nil }
        let content = try await file.content()
        guard let stored = StoredPage(startOf: content, limit: max(limit, 1), pageSize: rules.pageSize) else { return nil }
        let items = try await file.items(stored.ids, coder).items
        guard !items.isEmpty else { return nil }
        let bookmark = PageBookmark(
            position: stored.next ?? (content.shape.kind == .offsets ? .offset(items.count) : nil),
            recent: items.suffix(30).map(\.id), loaded: items.count, total: content.finish?.total, isAtEnd: stored.next == nil)
        return FeedSnapshot(items: items, bookmark: bookmark, storedAt: try await date(of: list))
    }
}
