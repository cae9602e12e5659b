public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging
import NoticeBoardScreens

/// The page of a post: its contents with the hits of a search, and its neighbors in the list.
///
/// ```swift
/// let page = PostPage(selection: selection, marks: marks, changes: changes)
/// page.open(row.id, from: list)                 // a row was tapped, of a list or of a search
/// for await state in page.states { show(state.row, state.display, state.content) }
/// page.nextHit()
/// page.next()                                   // the next post; loads the list's next page if needed
/// page.retry()                                  // repeats what failed
/// page.clear()                                  // the page went out of sight
/// ```
///
/// The service has no call for one post: everything comes with the list.
///
/// - **Isolation**: it belongs to the main actor; contents are prepared off the main actor.
/// - **Cancellation**: closing or releasing the page cancels its work.
/// - **Errors**: they are part of the state.
@MainActor public final class PostPage: StateForwarding {
    private let store: StateStore<State>
    private let clock: ScreenClock
    private let selection: BoardSelection
    private let marks: PostMarks?
    private let baseURL: URL?
    private var observations: [StateObservation] = []

    /// The state to publish at the end of the present call.
    private var page: State
    private var preparation: Task<Void, Never>?
    /// The list from which the post was opened.
    private var list: PostPageList?

    /// A page for posts of the board that is open in `selection`.
    ///
    /// - Parameters:
    ///   - selection: The open board; the page says if it is no longer the post's.
    ///   - style: How a post looks that was not opened from a list.
    ///   - marks: The read marks; opening a post marks it as read.
    ///   - changes: Changes of posts by other screens.
    ///   - baseURL: The base of relative addresses in posts.
    ///   - now: Returns the time, for "today" and "yesterday".
    ///   - time: The clock for the end of the day.
    public init(
        selection: BoardSelection, style: PostRowStyle = PostRowStyle(), marks: PostMarks? = nil,
        changes: ChangeBus<PostChange>? = nil, baseURL: URL? = nil, now: @escaping @Sendable () -> Date = { Date() },
        time: TimeSource = .system
    ) {
        self.selection = selection
        self.marks = marks
        self.baseURL = baseURL
        clock = ScreenClock(now, time)
        page = State(builder: PostRowBuilder(style: style, now: now()))
        store = StateStore(page)
        observations = [
            selection.observe { [weak self] in self?.follow($0) },
            changes?.observe { [weak self] in self?.apply($0) },
            clock.observe { [weak self] _ in self?.restyle() },
            marks?.observe { [weak self] _ in self?.restyle() },
        ].compactMap(\.self)
    }

    deinit { preparation?.cancel() }

    /// The source of the state.
    public var stateSource: some StateSource<State> { store }

    /// Opens a post of a list.
    public func open(_ id: Post.ID, from list: PostList) { open(id, following: list) }
    /// Opens a post of a search, whose matches are marked in it.
    public func open(_ id: Post.ID, from search: PostSearch) { open(id, following: search) }

    package func open<Screen: FeedScreen>(_ id: Post.ID, following screen: Screen)
    where Screen.State: PostListing, Screen.Item == Post {
        let list = PostPageList(of: screen, wanted: id)
        self.list = list
        lookForWanted()
        publish()
        // An observer may have opened another post.
        guard self.list === list else { return }
        // Followed after the post is open: the former post has nothing to do with this list.
        list.following = screen.observe { [weak self] in self?.follow($0) }
    }

    /// Opens a post that is in no list: a kept one, or one from a notification.
    public func open(_ post: Post, highlighting: SearchHighlighting? = nil) {
        list = nil
        show(post, builder(on: selection.board?.id, highlighting: highlighting))
        publish()
    }

    /// Goes to the next post of the list, once it is loaded.
    public func next() {
        if let next = page.next {
            go(to: next.id)
        } else if page.post != nil, page.hasMore {
            page.isLoading = true
            page.failure = nil
            list?.send(.older)
            stopIfListFailed()
        }
        publish()
    }

    /// Ends the wait for the next post if the list does not load it, because its last load failed.
    private func stopIfListFailed() {
        guard page.isLoading, let failure = list?.listing.feed.restingFailure else { return }
        page.isLoading = false
        page.failure = failure
    }

    /// Repeats what failed: looks for the opened post again, ten pages further, or loads the next one.
    public func retry() {
        if let list, let wanted = list.wanted {
            let feed = list.listing.feed
            if feed.failure != nil || !feed.isLoaded { return list.send(.retry) }
            list.wanted = PostPageList.Wanted(id: wanted.id)
            guard feed.hasMore else { return list.send(.refresh) }
            lookForWanted()
            publish()
        } else if page.failure != nil {
            if list?.isBlocked == true { list?.send(.retry) }
            next()
        }
    }

    /// Goes to the previous post.
    public func previous() {
        if let previous = page.previous { go(to: previous.id) }
        publish()
    }

    /// Goes to the next hit; from the last one to the first.
    public func nextHit() { step(by: 1) }
    /// Goes to the previous hit; from the first one to the last.
    public func previousHit() { step(by: -1) }

    private func step(by step: Int) {
        page.step(by: step)
        publish()
    }

    /// Shows no post any more, when the page goes out of sight or at a sign-out.
    public func clear() {
        list = nil
        // Read marks are dropped: another account may open the next post.
        preparation?.cancel()
        page = State(builder: PostRowBuilder(style: page.builder.style, now: page.builder.now))
        publish()
    }

    /// Shows the page in another style, or as of now.
    public func restyle(_ style: PostRowStyle? = nil) {
        page.builder = builder(style, on: page.board?.id ?? selection.board?.id, highlighting: page.builder.highlighting)
        publish()
    }

    /// Returns how the page looks now; without marks of its own it uses those of the list.
    private func builder(_ style: PostRowStyle? = nil, on board: Board.ID?, highlighting: SearchHighlighting?) -> PostRowBuilder {
        let reading = marks.map { PostReading($0.state.log, board: board) } ?? page.builder.reading
        return PostRowBuilder(style: style ?? page.builder.style, now: clock.now(), highlighting: highlighting, reading: reading)
    }

    private func publish() {
        clock.run(page.post != nil && page.builder.style.date.dependsOnDay)
        store.state = page
    }

    // MARK: - Showing a post

    /// Shows the opened post once the list has it, and loads up to ten pages to find it.
    private func lookForWanted() {
        guard let list, let wanted = list.wanted else { return }
        let feed = list.listing.feed
        if feed.items.contains(id: wanted.id) { return go(to: wanted.id) }
        preparation?.cancel()
        page = State(builder: list.listing.builder.at(clock.now()))
        page.isLoading = !feed.isResting
        page.failure = feed.failure
        guard feed.isResting, feed.failure == nil else { return }
        // A list that is off screen does not load by itself.
        if feed.isUnrequested { return list.send(.open) }
        guard feed.isLoaded else { return }
        if feed.hasMore, wanted.pagesLeft > 0 {
            list.wanted?.pagesLeft -= 1
            page.isLoading = true
            return list.send(.older)
        }
        page.searchedPosts = feed.items.count
        page.failure = NoticeBoardError(.notFound, "The post is not among the first \(feed.items.count) posts of the list.")
    }

    private func go(to id: Post.ID) {
        guard let list, let post = list.listing.feed.items[id: id] else { return }
        list.wanted = nil
        // The list can show another search by now.
        show(post, list.listing.builder.at(clock.now()))
    }

    private func show(_ post: Post, _ builder: PostRowBuilder) {
        let board = selection.board
        page = State(post, builder: builder)
        // A post without a board ID is on the open board.
        page.board = post.boardID.map { $0 == board?.id } ?? true ? board : nil
        placeInList()
        prepare(post)
        let boardID = page.board?.id
        // An observer of the list or of the marks may go on to another post.
        list?.send(.rowAppeared(post.id))
        marks?.markRead(post, in: boardID)
    }

    private func placeInList() {
        guard let list, let post = page.post else { return }
        page.indexInList = list.index(of: post.id)
        let behind = page.indexInList.map { $0 + 1 } ?? list.indexBelowMissing(post.id)
        page.setNeighbors(in: list.listing.feed, behind: behind)
    }

    /// Prepares the contents off the main actor; the old ones stay visible until then.
    private func prepare(_ post: Post) {
        preparation?.cancel()
        let highlighter = page.builder.highlighting?.highlighter(of: .contents)
        preparation = Task.detached(priority: .userInitiated) { [weak self, baseURL] in
            let content = try? PostContent(cancellable: post.contents, highlighting: highlighter, baseURL: baseURL)
            if let content { await self?.show(content) }
        }
    }

    private func show(_ content: PostContent) {
        // Another post may have been opened meanwhile.
        guard !Task.isCancelled else { return }
        page.show(content)
        publish()
    }

    // MARK: - Changes

    private func follow(_ listing: some PostListing) {
        guard let list else { return }
        let before = list.listing.feed
        list.listing = listing
        if page.post == nil { lookForWanted() } else { followPost(since: before) }
        publish()
    }

    private func followPost(since before: FeedState<Post>) {
        guard let listing = list?.listing, let post = page.post else { return }
        let feed = listing.feed
        page.builder = listing.builder.at(clock.now()).highlighting(page.builder.highlighting)
        if feed.failure?.code == .notFound { page.disappearance = page.disappearance ?? .boardGone }
        if let listed = feed.items[id: post.id] {
            replace(listed)
            if page.disappearance == .unlisted { page.disappearance = nil }
        } else if feed.isLoaded, before.items.contains(id: post.id) {
            // A list that was reset does not show that the post is gone.
            page.disappearance = page.disappearance ?? .unlisted
        }
        placeInList()
        if !page.isLoading {
            if page.next != nil || !feed.hasMore { page.failure = nil }
            if page.failure != nil, !feed.older.isLoading { page.failure = feed.failure }
        } else if let next = page.next {
            go(to: next.id)
        } else if !feed.hasMore || feed.isResting && (feed.refresh, feed.older) != (before.refresh, before.older) {
            // The load failed, was canceled, or brought no post below this one.
            page.isLoading = false
            page.failure = feed.failure
        }
    }

    private func apply(_ change: PostChange) {
        guard let post = page.post else { return }
        if case .deleted(post.id) = change { page.disappearance = .deleted }
        if let new = change.post, new.id == post.id { replace(new) }
        publish()
    }

    private func replace(_ post: Post) {
        guard let old = page.post, old != post else { return }
        page.post = post
        if old.contents != post.contents { prepare(post) }
    }

    private func follow(_ selection: BoardSelection.State) {
        guard let board = page.board else { return }
        if selection.board?.id != board.id {
            page.disappearance = page.disappearance ?? .boardGone
        } else {
            page.board = selection.board
            if page.disappearance == .boardGone { page.disappearance = nil }
        }
        publish()
    }
}
