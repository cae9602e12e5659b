public import NoticeBoardBase
public import NoticeBoardPaging
import NoticeBoardScreens

/// A list of posts: the timeline, posts with a hashtag, liked posts, or posts of one account.
///
/// ```swift
/// let list = LinkPostList(account, .hashtag("산책"))
/// list.open()                                                   // the list appeared
/// list.rowAppeared(row.id)                                         // for each row that appears
/// list.like(row.id, !row.isLiked)
/// for await state in list.states { show(state.display, state.rows) }
/// ```
///
/// Changes on other screens show here at once. The ages of posts are updated while the list is open. It is empty after a
/// sign-out.
@MainActor public final class LinkPostList: FeedScreen, StateForwarding {
    /// The state of the list.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable {
        /// The posts, as last received from the service.
        public var feed: FeedState<LinkPost>
        /// The look of the rows.
        public var builder: LinkRowBuilder
        /// The source of the posts.
        public var source: LinkPostSource

        /// Creates the state of a list; by default, of one that was not opened yet.
        public init(
            feed: FeedState<LinkPost> = FeedState(), builder: LinkRowBuilder, source: LinkPostSource = .timeline
        ) {
            self.feed = feed
            self.builder = builder
            self.source = source
        }

        /// The posts as rows, each built when it is drawn.
        public var rows: FeedRows<LinkRowBuilder> { FeedRows(feed.items, builder) }
        /// The one thing that the screen's place shows.
        public var display: FeedDisplay { builder.isSignedOut ? .empty : feed.display }
        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? {
            guard display == .empty else { return nil }
            let language = builder.language
            return builder.signedOutText ?? feed.hiddenText(in: language) ?? source.emptyText(in: language)
        }
        /// Why the last request failed, whether or not contents stay visible; `retry()` repeats it.
        public var failure: NoticeBoardError? { feed.failure }
        /// A sentence to show above rows that stay visible: why they could not be refreshed.
        public var bannerText: String? { display == .items ? feed.refresh.failure?.text(in: builder.language) : nil }
    }

    /// The source of the posts.
    public let source: LinkPostSource
    private let account: LinkAccount
    private let posts: Feed<LinkPost>
    /// What the list shares with the page that it is part of, if any.
    let screen: LinkScreen
    /// Created when posts are hidden already, so that it never shows a hidden one.
    private lazy var joined = CombinedState([posts] + screen.sources) { [posts, screen, source] in
        State(feed: screen.shown(posts.state), builder: screen.builder, source: source)
    }
    /// The app's own filter.
    private var filter: FeedRules<LinkPost>.Filter?
    private var wasBlocked = false
    private var observations: [StateObservation] = []

    /// Creates a list of posts.
    ///
    /// - Parameters:
    ///   - account: The shared state of the signed-in account.
    ///   - source: Which posts it shows.
    ///   - snapshot: The list to show until it is refreshed.
    public convenience init(
        _ account: LinkAccount, _ source: LinkPostSource = .timeline, from snapshot: FeedSnapshot<LinkPost>? = nil
    ) {
        self.init(account, source, from: snapshot, below: [])
    }

    /// Creates a list below other values of a page; its requests are also theirs.
    init(
        _ account: LinkAccount, _ source: LinkPostSource, from snapshot: FeedSnapshot<LinkPost>? = nil,
        below values: [ScreenPart]
    ) {
        let me = account.user
        let service = account.service
        let hiding = account.hiding
        let seen = account.seen
        let translate = { @Sendable (change: LinkChange, shown: FeedItems<LinkPost>) -> [FeedEdit<LinkPost>] in
            guard !seen.isLate(change) else { return [] }
            // Late responses never re-insert a deleted post: a like or an edit may be answered after the deletion.
            return source.edits(change, in: shown, for: me).filter { edit in
                guard case .insert(let post) = edit else { return true }
                return !seen.isDeleted(post.id)
            }
        }
        posts = Feed(from: snapshot, changes: account.changes, translate: translate, time: account.time) { position in
            let hidden = try await hiding.whenRead()
            // If all posts were hidden, the feed would load every page in search of a visible row.
            if let owner = source.owner, hidden.isBlocked(owner) { return Page(items: []) }
            return try await service.postPage(of: source, at: position, limit: 20)
        }
        self.source = source
        self.account = account
        screen = LinkScreen(account, values, posts)
        observations = [account.hiding.observe { [weak self] _ in self?.hide() }]
        if source == .liked { dropUnliked() }
    }

    /// Removes posts that are neither liked nor pending when a list of liked posts was refreshed.
    private func dropUnliked() {
        var wasRefreshing = false
        let observation = posts.observe { [weak posts, account] state in
            defer { wasRefreshing = state.refresh.isLoading }
            guard wasRefreshing, state.refresh == .idle else { return }
            let me = account.user
            let likes = account.likes.state
            posts?.edit { $0.filter { !$0.isLiked(by: me) && likes[$0.id] != true }.map { .remove($0.id) } }
        }
        observations.append(observation)
    }

    /// Hides the posts of blocked and muted accounts, posts hidden individually, and posts that the app filters.
    private func hide() {
        guard !account.isOver else { return }
        let hidden = account.hiding.state
        let filter = filter
        let owner = source.owner
        posts.hide { hidden.reason(for: $0, on: owner) ?? filter?($0) }
        // A blocked account's page was not loaded, so unblocking reloads it.
        let isBlocked = owner.map(hidden.isBlocked) ?? false
        if wasBlocked, !isBlocked, posts.state.wasRequested { posts.reload() }
        wasBlocked = isBlocked
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { joined }
    /// The state of the posts.
    public var feed: FeedState<LinkPost> { state.feed }

    /// Sends a request to the list.
    public func send(_ request: FeedRequest<LinkPost.ID>) { screen.send(request) }

    /// Hides the posts that `filter` returns a reason for, in addition to those of hidden accounts; loads nothing.
    public func hide(by filter: FeedRules<LinkPost>.Filter?) {
        self.filter = filter
        hide()
    }
    /// The row of a post, if it is shown: for a cell provider.
    public subscript(id: LinkPost.ID) -> LinkPostRow? { state.rows[id: id] }
    /// A snapshot of the list for an offline start, with the present time; `nil` while it is empty.
    public var snapshot: FeedSnapshot<LinkPost>? { posts.snapshot?.dated(screen.now()) }

    /// Likes or unlikes a post.
    public func like(_ id: LinkPost.ID, _ isLiked: Bool) { if let post = posts[id] { account.like(post, isLiked) } }
    /// Deletes a post of the user in every list and page.
    public func delete(_ id: LinkPost.ID) { account.deletePost(id) }
}

extension LinkPostList.State: FailingState { package var restingFailure: NoticeBoardError? { feed.restingFailure } }
