public import NoticeBoardBase
public import NoticeBoardPaging
import NoticeBoardScreens

/// The profile of an account with its posts, as one state of several calls, each of which may fail alone.
///
/// ```swift
/// let page = LinkProfilePage(account, of: post.author)
/// page.open()
/// page.follow(true)
/// for await state in page.states { show(state.sections, state.isFollowed, state.rows) }
/// ```
///
/// It is empty after a sign-out.
@MainActor public final class LinkProfilePage: FeedScreen, StateForwarding {
    /// The state of the page.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable {
        /// The profile, as last received from the service.
        public var profile: Loaded<LinkProfile>
        /// The list of the account's posts.
        public var list: LinkPostList.State
        /// The account, as far as it is known before the profile has come.
        public var user: LinkUser
        /// Whether the user asked to follow or unfollow the account, until the service confirms it.
        public var unconfirmedFollow: Bool?

        /// Creates the state of a page.
        public init(
            profile: Loaded<LinkProfile> = Loaded(), list: LinkPostList.State, user: LinkUser, unconfirmedFollow: Bool? = nil
        ) {
            self.profile = profile
            self.list = list
            self.user = user
            self.unconfirmedFollow = unconfirmedFollow
        }

        /// The posts, as last received from the service.
        public var feed: FeedState<LinkPost> { list.feed }
        /// The row builder.
        public var builder: LinkRowBuilder { list.builder }
        /// Whether it is the user's own page.
        public var isMine: Bool { user.id == builder.me }
        /// Whether the user follows the account, as they asked for or as the service said; `nil` until it is known.
        public var isFollowed: Bool? { unconfirmedFollow ?? profile.value?.isFollowed(by: builder.me) }
        /// The number of followers with an unconfirmed follow; `nil` until it is known.
        public var followerCount: Int? {
            profile.value.map { profile in
                let others = profile.followers.count - (profile.isFollowed(by: builder.me) ? 1 : 0)
                return others + (isFollowed == true ? 1 : 0)
            }
        }
        /// `팔로워 7명`; empty until it is known.
        public var followers: String { followerCount.map { LinkCounts.text(followers: $0, in: builder.language) } ?? "" }
        /// Whether the account is blocked: nothing of it is shown, here either.
        public var isBlocked: Bool { builder.hidden.isBlocked(user.id) }
        /// Whether the account is muted: nothing of it is shown elsewhere.
        public var isMuted: Bool { builder.hidden.isMuted(user.id) }
        /// The posts as rows, each built when it is drawn.
        public var rows: FeedRows<LinkRowBuilder> { list.rows }

        /// The sections from the top: no posts of a blocked account.
        public var sections: [LinkSection] { isBlocked ? [.profile] : [.profile, .posts] }
        /// What the place of a section shows.
        public func display(of section: LinkSection) -> FeedDisplay { section == .posts ? list.display : display }
        /// The one thing that the place of the profile shows.
        public var display: FeedDisplay {
            if builder.isSignedOut { return .empty }
            return profile.value != nil ? .items : profile.failure.map(FeedDisplay.failure) ?? .placeholder
        }
        /// The sentence to show in the place of the posts if the account has none.
        public var emptyText: String? { builder.signedOutText ?? (isBlocked ? nil : list.emptyText) }
        /// Why the last request failed, whether or not contents stay visible; `retry()` repeats it.
        public var failure: NoticeBoardError? { profile.failure ?? feed.failure }
        /// A sentence to show above contents that stay visible: why they could not be refreshed.
        public var bannerText: String? {
            display == .items ? profile.failure?.text(in: builder.language) ?? list.bannerText : nil
        }
    }

    private let user: LinkUser
    private let account: LinkAccount
    private let list: LinkPostList
    private let joined: CombinedState<State>

    /// Creates the page of an account; the user's own page shows ``LinkAccount/profile``.
    public init(_ account: LinkAccount, of user: LinkUser) {
        let id = user.id
        let profile = account.profile(of: user.id)
        let list = LinkPostList(account, .user(id), below: [account.part(of: profile)])
        self.user = user
        self.account = account
        self.list = list
        joined = CombinedState([profile, list, account.follows, account.hiding.reading]) { [follows = account.follows] in
            State(
                profile: list.screen.shown(profile.state), list: list.state, user: profile.state.value?.user ?? user,
                unconfirmedFollow: follows.state[id])
        }
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { joined }
    /// The state of the posts.
    public var feed: FeedState<LinkPost> { state.feed }

    /// Sends a request to the page: opening, refreshing and retrying include the profile.
    public func send(_ request: FeedRequest<LinkPost.ID>) { list.send(request) }

    /// Loads the profile and the head of the posts again, and waits until both have ended: for SwiftUI's `refreshable`.
    public func refreshAndWait() async {
        refresh()
        await firstState { !$0.profile.phase.isLoading && !$0.feed.refresh.isLoading }
    }

    /// The row of a post, if it is shown: for a cell provider.
    public subscript(id: LinkPost.ID) -> LinkPostRow? { state.rows[id: id] }
    /// Likes or unlikes a post.
    public func like(_ id: LinkPost.ID, _ isLiked: Bool) { list.like(id, isLiked) }
    /// Deletes a post of the user in every list and page.
    public func delete(_ id: LinkPost.ID) { list.delete(id) }
    /// Follows or unfollows the account; does nothing until it is known whether the user follows it.
    public func follow(_ isFollowed: Bool) {
        guard let profile = state.profile.value else { return }
        account.follow(profile.user, isFollowed, confirmed: profile.isFollowed(by: account.user))
    }

    /// Blocks or unblocks the account: hides its content everywhere.
    public func block(_ isBlocked: Bool) {
        if isBlocked { account.hiding.block(state.user) } else { account.hiding.unblock(user.id) }
    }
    /// Mutes or unmutes the account: hides its content except here.
    public func mute(_ isMuted: Bool) { if isMuted { account.hiding.mute(state.user) } else { account.hiding.unmute(user.id) } }
}

extension LinkProfilePage.State: FailingState {
    package var restingFailure: NoticeBoardError? { profile.phase.isLoading || feed.isLoading ? nil : failure }
}
