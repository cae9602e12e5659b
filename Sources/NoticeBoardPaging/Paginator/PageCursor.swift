/// An iterator's place: the items of the page at hand, and the loader that brings the next.
///
/// It is an object so that copies of an iterator share one walk, and so that its end, which is the end of the loop, cancels
/// what is still in flight.
@usableFromInline
final class PageCursor<Item: Identifiable & Sendable> where Item.ID: Sendable {
    @usableFromInline var items: [Item] = []
    @usableFromInline var index = 0
    private var page: LoadedPage<Item>?
    private let loader: PageLoader<Item>
    private let onGap: (@Sendable (PageGap<Item.ID>) -> Void)?

    init(_ loader: PageLoader<Item>, onGap: (@Sendable (PageGap<Item.ID>) -> Void)?) {
        self.loader = loader
        self.onGap = onGap
    }

    deinit { loader.cancel() }

    var bookmark: PageBookmark<Item.ID> { page?.bookmark(after: index) ?? loader.bookmark }

    var progress: PageProgress {
        let progress = page?.progress ?? loader.progress
        return PageProgress(loaded: progress.loaded - (items.count - index), total: progress.total)
    }

    /// The next item of the page at hand, if there is one: no suspension, no hop.
    @inlinable
    func pop() -> Item? {
        let place = index
        guard place < items.count else { return nil }
        index = place &+ 1
        return items[place]
    }

    /// The next item when the page at hand has none left; nothing at the end.
    @usableFromInline
    func turnAndPop(isolation: isolated (any Actor)?) async throws -> Item? {
        while index == items.count { guard try await turn(isolation: isolation) else { return nil } }
        return pop()
    }

    /// Makes the next page the one at hand, unless somebody else did meanwhile; false at the end.
    private func turn(isolation: isolated (any Actor)?) async throws -> Bool {
        guard let page = try await nextPage(isolation: isolation) else { return index < items.count }
        (self.page, items, index) = (page, page.items, 0)
        return true
    }

    /// The next page whole; nothing at the end.
    func nextPage(isolation: isolated (any Actor)?) async throws -> LoadedPage<Item>? {
        while true {
            switch try await loader.next() {
            case .page(let page):
                for gap in page.gaps { onGap?(gap) }
                return page
            case .taken where index < items.count: return nil
            case .taken: continue
            case .end: return nil
            }
        }
    }
}
