public import NoticeBoardBase
public import NoticeBoardPaging
import NoticeBoardScreens

/// The followers of an account, or the accounts that it follows.
///
/// It is empty after a sign-out.
@MainActor public final class LinkFollowers: StateForwarding {
    /// The state of the list.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable {
        /// The account's profile, as the service had it last.
        public var profile: Loaded<LinkProfile>
        /// The user's ID, the accounts that are not shown, and the language of texts.
        public var builder: LinkRowBuilder
        /// Whether the list has the accounts that the account follows, and not its followers.
        public var showsFollowing: Bool
        /// The profile of the user, which says whom they follow.
        public var mine: LinkProfile?
        /// The follows that the user asked for and the service has not confirmed.
        public var unconfirmedFollows: [LinkUser.ID: Bool]

        /// Creates the state of a list; by default, of one that is not loaded yet.
        public init(
            profile: Loaded<LinkProfile> = Loaded(), builder: LinkRowBuilder, showsFollowing: Bool = false,
            mine: LinkProfile? = nil, unconfirmedFollows: [LinkUser.ID: Bool] = [:]
        ) {
            self.profile = profile
            self.builder = builder
            self.showsFollowing = showsFollowing
            self.mine = mine
            self.unconfirmedFollows = unconfirmedFollows
        }

        /// The accounts, with those that the user hides.
        private var accounts: [LinkUser] { (showsFollowing ? profile.value?.following : profile.value?.followers) ?? [] }
        /// The accounts without hidden ones, in the service's order; ``display`` says whether to show them.
        public var rows: [LinkUserRow] {
            let followed = mine.map { Set($0.following.map(\.id)) }
            return accounts.filter { !builder.hidden.hides($0.id) }.map { user in
                LinkUserRow(
                    user: user, isMe: user.id == builder.me,
                    isFollowed: unconfirmedFollows[user.id] ?? followed?.contains(user.id),
                    isFollowUnconfirmed: unconfirmedFollows[user.id] != nil)
            }
        }

        /// What the screen shows: rows, a placeholder, a failure or the empty text.
        public var display: FeedDisplay {
            if builder.isSignedOut { return .empty }
            if profile.value != nil { return rows.isEmpty ? .empty : .items }
            return profile.failure.map(FeedDisplay.failure) ?? .placeholder
        }

        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? {
            guard display == .empty else { return nil }
            let language = builder.language
            let followers = language.text("link.noFollowers", korean: "아직 팔로워가 없습니다.", english: "There are no followers yet.")
            let following = language.text("link.noFollowing", korean: "팔로우하는 사람이 없습니다.", english: "This account follows nobody.")
            if let text = builder.signedOutText { return text }
            guard accounts.isEmpty else {
                return language.text("link.allHidden", korean: "숨긴 사람만 있습니다.", english: "You have hidden everyone here.")
            }
            return showsFollowing ? following : followers
        }
        /// Why the last request failed, whether or not contents stay visible; `retry()` repeats it.
        public var failure: NoticeBoardError? { profile.failure }
        /// A sentence to show above rows that stay visible: why they could not be refreshed.
        public var bannerText: String? { display == .items ? failure?.text(in: builder.language) : nil }
    }

    private let account: LinkAccount
    private let screen: LinkScreen
    private let joined: CombinedState<State>

    /// Creates the list of an account's followers, or of the accounts that it follows.
    public init(_ account: LinkAccount, of user: LinkUser.ID, showsFollowing: Bool = false) {
        let profile = account.profile(of: user)
        let mine = account.profile
        let follows = account.follows
        let screen = LinkScreen(account, [account.part(of: profile), account.profilePart])
        self.account = account
        self.screen = screen
        joined = CombinedState([profile, mine, follows] + screen.sources) {
            State(
                profile: screen.shown(profile.state), builder: screen.builder, showsFollowing: showsFollowing,
                mine: mine.state.value, unconfirmedFollows: follows.state)
        }
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { joined }

    /// The list appeared: loads the account's and the user's profile, unless they were loaded or failed before.
    public func open() { screen.send(.open) }
    /// The list disappeared.
    public func close() { screen.send(.close) }
    /// Loads both profiles again; the rows stay until then.
    public func refresh() { screen.send(.refresh) }
    /// Loads both profiles again, and cancels running requests; the rows stay until then.
    public func reload() { screen.send(.reload) }
    /// Loads both profiles again, and returns when the account's has come: for SwiftUI's `refreshable`.
    public func refreshAndWait() async {
        refresh()
        await firstState { !$0.profile.phase.isLoading }
    }
    /// Retries failed loads.
    public func retry() { screen.send(.retry) }
    /// Empties the list, as if it had never been opened.
    public func reset() { screen.send(.reset) }

    /// Follows or unfollows an account of the list; does nothing until it is known whether the user follows it.
    public func follow(_ id: LinkUser.ID, _ isFollowed: Bool) {
        guard let row = state.rows.first(where: { $0.id == id }), let mine = state.mine else { return }
        account.follow(row.user, isFollowed, confirmed: mine.following.contains { $0.id == id })
    }
}

extension LinkFollowers.State: FailingState { package var restingFailure: NoticeBoardError? { failure } }
