/// A list that comes in pages, as a sequence of its items.
///
/// ```swift
/// let posts = Paginator { position in try await service.page(at: position) }
/// for try await post in posts.prefetching(2) { … }
/// ```
///
/// Each iterator walks through the list from its beginning, so that a paginator may be iterated as often as one likes, also
/// twice at once. While items are consumed the next page is on its way; ``prefetching(_:)`` says how many. Offsets and cursors
/// are served with the same words: what the closure gets is what it put into the page before as its ``Page/next``.
///
/// - **Isolation**: a `for try await` loop runs on the caller's actor, and so does an iterator that is driven by hand; the load
///   closure runs outside of it. From iOS 18 and macOS 15 on, and on Linux, a loop does not suspend between the items of a page.
///   On older systems each item costs a change of actor there and back: iterate ``pages`` on the main actor of an app.
/// - **Cancellation**: leaving the loop, or cancelling its task, cancels every call in flight before anything else happens.
///   A cancelled task gets `CancellationError` at the end of the page at hand, at the latest.
/// - **Errors**: what the closure throws is thrown where its page is due. The place is kept: calling `next()` again asks for
///   that page again, and for no other. A service that goes in a circle fails with `endlessList`.
/// - **Uniqueness**: no item is handed out twice, by its ID.
///
/// Paging backwards, or around an item, is not offered: a walk has one direction.
public struct Paginator<Item: Identifiable & Sendable>: AsyncSequence, Sendable where Item.ID: Sendable {
    /// Loads the page at a position, or the first one when there is none.
    public typealias Load = @Sendable (PagePosition?) async throws -> Page<Item>

    /// What is read twice, where to stop, what ends the list.
    public var rules = PagingRules()
    /// How many pages are kept in flight while items are consumed.
    public private(set) var prefetchedPages = 1
    private let load: Load
    private let sieve: Sieve<Item>
    private var place: PageBookmark<Item.ID>?
    private var known: Set<Item.ID> = []
    private var onGap: (@Sendable (PageGap<Item.ID>) -> Void)?

    /// A list whose pages `load` brings.
    @inlinable
    public init(load: @escaping Load) { self.init(load: load, sieve: Sieve()) }

    @usableFromInline
    init(load: @escaping Load, sieve: Sieve<Item>) {
        self.load = load
        self.sieve = sieve
    }

    /// The same list with so many pages kept in flight: 0 asks for a page when it is needed, the default is 1.
    ///
    /// They are handed out in order. At most one more than these are in memory at a time. A cursor allows one at most: the
    /// next one is not known before.
    public func prefetching(_ pages: Int) -> Self {
        with { $0.prefetchedPages = Swift.max(pages, 0) }
    }

    /// The same list where each page reads the last items of the page before again, so that no change goes unnoticed.
    ///
    /// A page that does not overlap with the one before is requested again further up, until the gap is closed. If the list
    /// changes faster than that, `onGap` is called with the place, on no particular actor.
    public func overlapping(
        _ items: Int, onGap: (@Sendable (PageGap<Item.ID>) -> Void)? = nil
    ) -> Self {
        with {
            $0.rules.overlap = Swift.max(items, 0)
            $0.onGap = onGap
        }
    }

    /// The same list, ending after so many pages or items, whichever comes first.
    public func limited(toPages pages: Int? = nil, items: Int? = nil) -> Self {
        with {
            $0.rules.maximumPages = pages ?? $0.rules.maximumPages
            $0.rules.maximumItems = items ?? $0.rules.maximumItems
        }
    }

    /// The same list from a bookmark on: exactly the rest, whatever arrived in between.
    ///
    /// `known` are items that are not handed out although the bookmark does not remember them. Fails with `placeLost` when
    /// none of the items before the bookmark is in the list any more.
    public func resuming(from bookmark: PageBookmark<Item.ID>?, known: Set<Item.ID> = []) -> Self {
        with {
            $0.place = bookmark
            $0.known = known
        }
    }

    /// The same list whole pages at a time, with what is known of them.
    public var pages: Pages { Pages(paginator: self) }

    /// An iterator that begins at the beginning, or at the bookmark.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(cursor) }

    /// A place of its own in the list.
    fileprivate var cursor: PageCursor<Item> {
        let walk = PageWalk<Item>(rules: rules, from: place, known: known, sieve: sieve)
        return PageCursor(PageLoader(walk, ahead: prefetchedPages, load), onGap: onGap)
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
        @usableFromInline let cursor: PageCursor<Item>

        init(_ cursor: PageCursor<Item>) { self.cursor = cursor }

        /// Returns the next item, or `nil` at the end.
        @inlinable
        public func next() async throws -> Item? {
            if let item = cursor.pop() { return item }
            return try await cursor.loadAndPop(isolation: nil)
        }

        /// Returns the next item, or `nil` at the end, without leaving `actor` while items are loaded.
        @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
        @inlinable
        public func next(isolation actor: isolated (any Actor)?) async throws -> Item? {
            if let item = cursor.pop() { return item }
            return try await cursor.loadAndPop(isolation: actor)
        }

        /// Where to read on after the last item that was handed out, also in the middle of a page.
        public var bookmark: PageBookmark<Item.ID> { cursor.bookmark }

        /// How many items were handed out, and how many there are.
        public var progress: PageProgress { cursor.progress }
    }

    /// A list whole pages at a time.
    ///
    /// Every page of the service is handed out, also one without a new item.
    public struct Pages: AsyncSequence, Sendable {
        let paginator: Paginator

        /// Returns an iterator that begins at the beginning of the list, or at the bookmark.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(cursor: paginator.cursor) }

        /// Hands out pages one by one, as ``Paginator/AsyncIterator`` does with items.
        public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
            let cursor: PageCursor<Item>

            /// Returns the next page, or `nil` at the end.
            public func next() async throws -> LoadedPage<Item>? { try await cursor.nextPage(isolation: nil) }

            /// Returns the next page, or `nil` at the end, on the caller's actor.
            @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
            public func next(isolation actor: isolated (any Actor)?) async throws -> LoadedPage<Item>? {
                try await cursor.nextPage(isolation: actor)
            }

            /// Where to read on after the last page that was handed out.
            public var bookmark: PageBookmark<Item.ID> { cursor.bookmark }
        }
    }
}
