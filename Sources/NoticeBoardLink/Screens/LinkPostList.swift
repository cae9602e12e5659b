public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// A list of posts: the timeline, those with a hashtag, those that one likes, those of one account.
///
/// ```swift
/// let list = LinkPostList(context, .hashtag("산책"))
/// list.open()                                                   // it came into sight
/// list.rowAppeared(row.id)                                         // each row, as it comes into sight
/// list.like(row.id, !row.isLiked)
/// for await state in list.states { show(state.display, state.rows) }
/// ```
///
/// What happens on another screen shows here at once. While it is in sight what it shows ages. It is empty when somebody signs
/// out.
@MainActor public final class LinkPostList: FeedScreen, StateForwarding {
    /// What is to be seen of the list.
    public struct State: FeedStateProviding {
        /// The posts, as the service had them last.
        public let feed: FeedState<LinkPost>
        /// How they look.
        public let builder: LinkRowBuilder
        /// Which posts they are.
        public let source: LinkPostSource

        /// The posts as they are drawn, each when it is asked for.
        public var rows: FeedRows<LinkRowBuilder> { FeedRows(feed.items, builder) }
        /// The one thing that the screen's place shows.
        public var display: FeedDisplay { feed.display }
        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? {
            display == .empty ? feed.hiddenText(in: builder.language) ?? source.emptyText(in: builder.language) : nil
        }
        /// Why the last request failed, whether or not contents stay visible; `retry()` repeats it.
        public var failure: NoticeBoardError? { feed.failure }
        /// A sentence to show above contents that stay visible: what happened to them, or why they could not be refreshed.
        public var notice: String? { display == .items ? feed.refresh.failure?.text(in: builder.language) : nil }
    }

    /// Which posts it shows.
    public let source: LinkPostSource
    private let context: LinkContext
    private let posts: Feed<LinkPost>
    private let filter: LinkListFilter
    private let clock: ScreenClock
    private let joined: CombinedState<State>
    private var observations: [StateObservation] = []

    /// A list of posts.
    ///
    /// - Parameters:
    ///   - context: The shared state of the signed-in account.
    ///   - source: Which posts it shows.
    ///   - pageSize: How many posts are asked for at a time.
    ///   - removesUnliked: Whether a list of liked posts removes a post as soon as it is no longer liked, and not when it is
    ///     refreshed.
    ///   - rules: How the feed behaves.
    ///   - memory: What was kept of it, to be shown until it was refreshed.
    ///   - language: In which language ages and counts are told.
    ///   - now: The clock that tells how old a post is.
    ///   - time: The clock for what is slow, and for the minute after which the list looks again; a test turns it by hand.
    public init(
        _ context: LinkContext, _ source: LinkPostSource = .timeline, pageSize: Int = 20,
        removesUnliked: Bool = false, rules: FeedRules<LinkPost> = FeedRules(),
        from memory: FeedSnapshot<LinkPost>? = nil, language: Language = .preferred,
        now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system
    ) {
        let scope = LinkListScope(source, me: context.user, removesUnliked: removesUnliked)
        let (posts, clock) = (Feed.posts(context, scope, pageSize, rules, memory, time), ScreenClock(now, time))
        let rows = ScreenRowBuilder(context, clock, language)
        (self.source, self.context, self.posts, self.clock) = (source, context, posts, clock)
        // Before the rows are told: what is hidden must be out of them by then.
        filter = LinkListFilter(posts, context, scope, rules)
        joined = CombinedState([posts] + rows.sources) {
            State(feed: rows.shown(posts.state), builder: rows.builder, source: source)
        }
        observations = posts.dropUnliked(context, scope)
        observations.append(context.observeEnd { [weak self] in self?.reset() })
    }

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { joined }

    /// Asks the list for something.
    public func send(_ request: FeedRequest<LinkPost.ID>) {
        switch request {
        case .open, .refresh, .reload: clock.start()
        case .close, .reset: clock.stop()
        default: break
        }
        posts.send(request)
    }

    /// Hides the posts that `filter` gives a reason for, besides those of blocked and muted accounts; nothing is loaded for it.
    public func hide(by filter: FeedRules<LinkPost>.Filter?) { self.filter.own = filter }
    /// The row of a post, if it is shown: for a cell provider, which is given its ID.
    public subscript(id: LinkPost.ID) -> LinkPostRow? { state.rows[id: id] }
    /// What is to be kept of the list, for an offline start; nothing while there is nothing.
    public var snapshot: FeedSnapshot<LinkPost>? { posts.snapshot }

    /// Wants a post to be liked, or no longer.
    public func like(_ id: LinkPost.ID, _ isLiked: Bool) { if let post = posts[id] { context.like(post, isLiked) } }
    /// Deletes a post of one's own, everywhere.
    public func delete(_ id: LinkPost.ID) { context.deletePost(id) }
    /// Hides a post, everywhere, and gives the report for the app to send; nothing where the post is not shown.
    public func report(_ id: LinkPost.ID, because reason: LinkReport.Reason, note: String = "") -> LinkReport? {
        posts[id].map { context.hiding.report(.post($0), because: reason, note: note) }
    }
}
