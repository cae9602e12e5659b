/// A paged list, as an asynchronous sequence of its items.
///
/// ```swift
/// let posts = Paginator { position in try await service.page(at: position) }
/// for try await post in posts.prefetching(2) { … }
/// ```
///
/// Each iterator starts at the beginning, so a paginator can be iterated many times, also concurrently. The next page loads while
/// items are consumed; ``prefetching(_:)`` sets how many. Offsets, cursors and page numbers work alike: the closure gets the
/// ``Page/next`` of the page before.
///
/// - **Isolation**: a `for try await` loop, or an iterator driven by hand, runs on the caller's actor; the load closure runs
///   off it. From iOS 18 and macOS 15 on, and on Linux, a loop does not suspend between the items of a page. On older systems
///   each item costs two actor hops: iterate ``pages`` on the main actor of an app.
/// - **Cancellation**: leaving the loop, or cancelling its task, immediately cancels every call in flight. A cancelled task
///   gets `CancellationError`, after the current page at the latest.
/// - **Errors**: an error of the closure is thrown when its page is due. The position is kept: calling `next()` again requests
///   only that page. A service that repeats positions fails with `endlessList`.
/// - **Uniqueness**: no item is handed out twice, by its ID.
///
/// A walk has one direction: a paginator cannot page backward or around an item.
public struct Paginator<Item: Identifiable & Sendable>: AsyncSequence, Sendable where Item.ID: Sendable {
    /// Loads the page at a position, or the first page for `nil`.
    public typealias Load = @Sendable (PagePosition?) async throws -> Page<Item>

    /// The rules for overlap, limits and the end of the list.
    public var rules = PagingRules()
    /// The number of pages kept in flight while items are consumed.
    public private(set) var prefetchedPages = 1
    private let load: Load
    private let itemFilter: ItemFilter<Item>
    private var place: PageBookmark<Item.ID>?
    private var onGap: (@Sendable (PageGap<Item.ID>) -> Void)?

    /// Creates a list of the pages that `load` returns.
    @inlinable
    public init(load: @escaping Load) { self.init(load: load, itemFilter: ItemFilter()) }

    @usableFromInline
    init(load: @escaping Load, itemFilter: ItemFilter<Item>) {
        self.load = load
        self.itemFilter = itemFilter
    }

    /// Returns a copy that keeps a number of pages in flight; 0 requests a page only when it is needed.
    ///
    /// The default is 1.
    ///
    /// Pages are handed out in order, and at most one more is in memory. With cursors at most one is in flight, because the next
    /// cursor is not known before.
    public func prefetching(_ pages: Int) -> Self {
        with { $0.prefetchedPages = Swift.max(pages, 0) }
    }

    /// Returns a copy in which each page loads the last items of the previous one again, so that no change is missed.
    ///
    /// A page without overlap is requested again further up until the gap is closed. If the list changes faster, `onGap` is
    /// called with the gap, on no particular actor.
    public func overlapping(
        _ items: Int, onGap: (@Sendable (PageGap<Item.ID>) -> Void)? = nil
    ) -> Self {
        with {
            $0.rules.overlap = Swift.max(items, 0)
            $0.onGap = onGap
        }
    }

    /// Returns a copy that ends after a number of pages or items, whichever comes first.
    public func limited(toPages pages: Int? = nil, items: Int? = nil) -> Self {
        with {
            $0.rules.maximumPages = pages ?? $0.rules.maximumPages
            $0.rules.maximumItems = items ?? $0.rules.maximumItems
        }
    }

    /// Returns a copy that continues at a bookmark with exactly the remaining items, even if new ones arrived.
    ///
    /// Iterating throws `placeLost` if the list has none of the items before the bookmark any more.
    public func resuming(from bookmark: PageBookmark<Item.ID>?) -> Self { with { $0.place = bookmark } }

    /// The list as a sequence of whole pages, with their progress and gaps.
    public var pages: Pages { Pages(paginator: self) }

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

    /// Returns an iterator that starts at the beginning, or at the bookmark.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(cursor: cursor) }

    /// A new position in the list.
    fileprivate var cursor: PageLoader<Item> {
        let walk = PageWalk<Item>(rules: rules, from: place, itemFilter: itemFilter)
        return PageLoader(walk, ahead: prefetchedPages, onGap: onGap, load)
    }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Paginator {
    /// Hands out the items of a list one by one.
    ///
    /// Copies share one position and may be used from any task: each call gets the next item, and two calls that wait at the
    /// same time get one item each. After the end every call returns `nil` and sends nothing.
    ///
    /// An object on the main actor can keep an iterator and call `next()` on it. The call suspends, and comes back to the main
    /// actor, on every system.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        @usableFromInline let cursor: PageLoader<Item>

        /// Returns the next item, or `nil` at the end.
        @inlinable
        public func next() async throws -> Item? {
            if let item = cursor.pop() { return item }
            return try await cursor.loadAndPop(isolation: nil)
        }

        /// Returns the next item, or `nil` at the end, without leaving `actor` while items are loaded.
        @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
        @inlinable @inline(never)
        public func next(isolation actor: isolated (any Actor)?) async throws -> Item? {
            // Specialized, not inlined: otherwise Swift 6.3 crashes on an optimized loop at the top level of main.swift.
            if let item = cursor.pop() { return item }
            return try await cursor.loadAndPop(isolation: actor)
        }

        /// Where to continue after the last item handed out, even inside a page.
        public var bookmark: PageBookmark<Item.ID> { cursor.bookmark }
    }

    /// A list as a sequence of pages.
    ///
    /// Every page of the service is handed out, even without new items.
    public struct Pages: AsyncSequence, Sendable {
        let paginator: Paginator

        /// Returns an iterator that begins at the beginning of the list, or at the bookmark.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(cursor: paginator.cursor) }

        /// Hands out pages one by one, as ``Paginator/AsyncIterator`` does with items.
        public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
            let cursor: PageLoader<Item>

            /// Returns the next page, or `nil` at the end.
            public func next() async throws -> LoadedPage<Item>? { try await cursor.nextPage() }

            /// Where to continue after the last page handed out.
            public var bookmark: PageBookmark<Item.ID> { cursor.bookmark }
        }
    }
}
