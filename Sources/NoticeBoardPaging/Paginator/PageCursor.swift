import NoticeBoardBase

/// An iterator's position: the loaded pages it still has to hand out, and the loader that brings more.
///
/// It is an object so that copies of an iterator share one walk, and so that dropping the last copy, which is the end of a
/// loop, cancels every request in flight.
@usableFromInline
final class PageCursor<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    private struct State {
        /// The current page, and the index of its next item.
        var page: LoadedPage<Item>?
        var index = 0
        /// Later pages; only used if several tasks wait on the same iterator.
        var queued: [LoadedPage<Item>] = []

        mutating func pop() -> Item? {
            while let page {
                if index < page.items.count {
                    index += 1
                    return page.items[index - 1]
                }
                guard !queued.isEmpty else { return nil }
                (self.page, index) = (queued.removeFirst(), 0)
            }
            return nil
        }

        mutating func append(_ next: LoadedPage<Item>) {
            let isUsedUp = queued.isEmpty && index >= page?.items.count ?? 0
            if isUsedUp { (page, index) = (next, 0) } else { queued.append(next) }
        }
    }

    private let state = Locked(State())
    private let loader: PageLoader<Item>
    private let onGap: (@Sendable (PageGap<Item.ID>) -> Void)?

    init(_ loader: PageLoader<Item>, onGap: (@Sendable (PageGap<Item.ID>) -> Void)?) {
        self.loader = loader
        self.onGap = onGap
    }

    deinit { loader.cancel() }

    var bookmark: PageBookmark<Item.ID> {
        state.withLock { $0.page?.bookmark(after: $0.index) } ?? loader.bookmark
    }

    /// Returns the next loaded item, without suspending.
    @usableFromInline
    func pop() -> Item? { state.withLock { $0.pop() } }

    /// Loads pages until there is an item; returns `nil` at the end.
    @usableFromInline
    func loadAndPop(isolation: isolated (any Actor)?) async throws -> Item? {
        while true {
            switch try await loader.next(onPage: { page in self.state.withLock { $0.append(page) } }) {
            case .page(let page): report(page)
            // Another task took the page, but may have left items of it.
            case .taken: break
            case .end: return pop()
            }
            if let item = pop() { return item }
        }
    }

    /// Returns the next whole page, or `nil` at the end.
    func nextPage(isolation: isolated (any Actor)?) async throws -> LoadedPage<Item>? {
        while true {
            switch try await loader.next() {
            case .page(let page):
                report(page)
                return page
            case .taken: continue
            case .end: return nil
            }
        }
    }

    private func report(_ page: LoadedPage<Item>) {
        for gap in page.gaps { onGap?(gap) }
    }
}
