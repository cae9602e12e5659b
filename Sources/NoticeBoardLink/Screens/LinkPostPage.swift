public import NoticeBoardBase
public import NoticeBoardPaging
import NoticeBoardScreens

/// The page of a post with its replies.
///
/// ```swift
/// let page = LinkPostPage(account, id: row.id, from: row.post)      // shown at once, and loaded again
/// page.open()
/// page.like(true)
/// ```
///
/// A post that it loads is updated in every list. It is empty after a sign-out.
@MainActor public final class LinkPostPage: StateForwarding {
    /// The state of the page.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable {
        /// The post, as last received from the service.
        public var post: Loaded<LinkPost>
        /// The builder of the row.
        public var builder: LinkRowBuilder
        /// Whether the post was deleted, so that the app closes the page.
        public var isGone: Bool

        /// Creates the state of a page; by default, of one that is not loaded yet.
        public init(post: Loaded<LinkPost> = Loaded(), builder: LinkRowBuilder, isGone: Bool = false) {
            self.post = post
            self.builder = builder
            self.isGone = isGone
        }

        /// The post as a row; `nil` if it is not loaded, deleted or hidden.
        public var row: LinkPostRow? {
            guard let post = post.value, !isGone, !isHidden else { return nil }
            return LinkPostRow(post: post, builder: builder)
        }
        /// The replies without hidden ones.
        public var replies: [LinkReplyRow] { (row?.replies ?? []).map { LinkReplyRow(reply: $0, builder: builder) } }
        /// The one thing that the screen's place shows.
        public var display: FeedDisplay {
            if builder.isSignedOut || !isGone && isHidden { return .empty }
            if row != nil { return .items }
            return failure.map(FeedDisplay.failure) ?? .placeholder
        }
        /// Why the last request failed, whether or not contents stay visible; `retry()` repeats it.
        public var failure: NoticeBoardError? { isGone ? NoticeBoardError(.postGone) : post.failure }
        /// A sentence to show above contents that stay visible: what happened to them, or why they could not be refreshed.
        public var bannerText: String? { display == .items ? failure?.text(in: builder.language) : nil }
        /// The sections from the top: the post alone until it is loaded.
        public var sections: [LinkSection] { row == nil ? [.post] : [.post, .replies] }
        /// What the place of a section shows.
        public func display(of section: LinkSection) -> FeedDisplay {
            section == .replies && display == .items && replies.isEmpty ? .empty : display
        }
        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? {
            guard display == .empty else { return nil }
            let hidden = builder.language.text("link.postHidden", korean: "숨긴 게시글입니다.", english: "You have hidden this post.")
            return builder.signedOutText ?? hidden
        }
        /// The sentence to show in the place of the replies if there are none.
        public var noRepliesText: String? {
            guard let row, row.replies.isEmpty else { return nil }
            return builder.language.text("link.noReplies", korean: "아직 댓글이 없습니다.", english: "There are no replies yet.")
        }
        /// Whether the post is hidden or its author blocked.
        public var isHidden: Bool { post.value.map { builder.hidden.reason(for: $0, on: $0.author.id) != nil } ?? false }
    }

    /// The post's ID.
    public let id: LinkPost.ID
    private let account: LinkAccount
    private let post: Loader<LinkPost>
    private let screen: LinkScreen
    private let joined: CombinedState<State>
    private var observations: [StateObservation]

    /// Creates the page of a post, which shows a list's copy until it is loaded.
    public init(_ account: LinkAccount, id: LinkPost.ID, from shown: LinkPost? = nil) {
        let service = account.service
        let hiding = account.hiding
        let seen = account.seen
        let gone = StateStore(seen.isDeleted(id))
        let post = Loader<LinkPost>(
            from: shown, changes: account.changes, patch: { if !seen.isLate($0) { $0.patch(&$1) } }, time: account.time
        ) {
            _ = try await hiding.whenRead()
            return try await service.post(id)
        }
        // A copy that a list requested later stays.
        post.share(\.self, by: account.changes)
        let screen = LinkScreen(account, [ScreenPart(post, now: account.now)])
        self.id = id
        self.account = account
        self.post = post
        self.screen = screen
        joined = CombinedState([post, gone] + screen.sources) {
            State(post: screen.shown(post.state), builder: screen.builder, isGone: gone.state)
        }
        var wasLoading = false
        observations = [
            post.observe { [weak account] state in
                defer { wasLoading = state.phase.isLoading }
                guard let account, wasLoading, !state.phase.isLoading, !account.isOver else { return }
                // What the page learns applies to every list.
                if state.failure?.code == .postGone { return account.changes.send(.deleted(id)) }
                if state.failure == nil, let post = state.value { account.changes.send(.reloaded(post)) }
            },
            account.changes.observe { if $0 == .deleted(id) { gone.state = true } },
        ]
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { joined }

    /// The page appeared: loads the post, unless it was loaded or failed before.
    public func open() { screen.send(.open) }
    /// The page disappeared: ages are no longer updated.
    public func close() { screen.send(.close) }
    /// Loads the post again; the shown copy stays until then.
    public func refresh() { screen.send(.refresh) }
    /// Loads the post again, and cancels a running request; the shown copy stays until then.
    public func reload() { screen.send(.reload) }
    /// Loads the post again, and returns when that has ended: for SwiftUI's `refreshable`.
    public func refreshAndWait() async {
        refresh()
        await firstState { !$0.post.phase.isLoading }
    }
    /// Retries a failed load.
    public func retry() { screen.send(.retry) }
    /// Empties the page, as if it had never been opened.
    public func reset() { screen.send(.reset) }

    /// Likes or unlikes the post.
    public func like(_ isLiked: Bool) { if let post = state.post.value { account.like(post, isLiked) } }
    /// Deletes the user's post in every list and page.
    public func delete() { account.deletePost(id) }
    /// Deletes a reply of the user.
    public func deleteReply(_ reply: LinkReply.ID) { account.deleteReply(reply, on: id) }
}

extension LinkPostPage.State: FailingState { package var restingFailure: NoticeBoardError? { failure } }
