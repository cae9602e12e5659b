public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardScreens
public import NoticeBoardSearch

/// A search over the posts that lists have loaded and kept: the service has no call for it.
///
/// ```swift
/// let search = home.search(in: [home.timeline, home.liked])
/// search.screen.begin()                         // the field was tapped
/// search.screen.setText("산책")
/// search.screen.submit()
/// for await state in search.states { show(state.search.mode, state.rows) }
/// ```
///
/// It needs no network. Likes, edits and deletions on other screens show here at once, and hidden posts are not found. It is empty
/// after a sign-out.
@MainActor public final class LinkSearch: StateForwarding {
    /// The state of the search.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable, Redacted {
        /// The field, the earlier searches, the suggestions and the results.
        public var search: SearchScreen<LinkPost>.State
        /// The look of the rows.
        public var builder: LinkRowBuilder

        /// Creates the state of a search.
        public init(search: SearchScreen<LinkPost>.State = .init(), builder: LinkRowBuilder) {
            self.search = search
            self.builder = builder
        }

        /// The results as rows, each built when it is drawn.
        public var rows: FeedRows<LinkRowBuilder> { FeedRows(search.results.items, builder) }
        /// The one thing that the screen's place shows.
        public var display: FeedDisplay { builder.isSignedOut ? .empty : search.display }
        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? { builder.signedOutText ?? search.emptyText }
        /// A sentence to show above rows that stay visible.
        public var bannerText: String? { search.bannerText }
        /// The mode and the counts; never the text.
        public var description: String { search.description }
    }

    /// The search field, the suggestions and the history.
    public let screen: SearchScreen<LinkPost>
    private let account: LinkAccount
    private let joined: CombinedState<State>
    private var observations: [StateObservation] = []

    /// Creates a search over what `lists` have loaded.
    ///
    /// - Parameters:
    ///   - account: The shared state of the signed-in account.
    ///   - lists: The lists whose posts are searched; a post in several of them is found once.
    ///   - history: Records searches; register it with the session's scope, so that a sign-out erases it.
    ///   - rules: Delays, targets and limits.
    public init(
        _ account: LinkAccount, in lists: [LinkPostList], history: any SearchHistoryRepository = InMemorySearchHistory(),
        rules: SearchRules<LinkPost> = SearchRules()
    ) {
        self.account = account
        let options = rules.highlighting
        let screen = SearchScreen<LinkPost>(
            history: history, rules: rules, language: account.language, time: account.time
        ) { query, _ in
            let posts = await MainActor.run { lists.flatMap { Array($0.feed.items) } }
            let highlighter = Highlighter(query.keyword, options: options)
            let found = posts.unique(by: \.id).filter { $0.matches(highlighter, in: query.target) }
            return Page(items: found, total: found.count)
        }
        self.screen = screen
        let shared = LinkScreen(account)
        joined = CombinedState([screen] + shared.sources) { State(search: screen.state, builder: shared.builder) }
        let hiding = account.hiding
        screen.filter = { _ in
            let hidden = hiding.state
            return { hidden.reason(for: $0) }
        }
        observations = [
            hiding.observe { [weak screen] _ in screen?.applyFilter() },
            account.signals.languages.observe { [weak screen] in screen?.setLanguage($0) },
            account.observeEnd { [weak screen] in screen?.clear() },
            account.changes.observe { [weak self] in self?.follow($0) },
        ]
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { joined }

    /// The row of a result, if it is shown: for a cell provider.
    public subscript(id: LinkPost.ID) -> LinkPostRow? { state.rows[id: id] }

    /// Likes or unlikes a result.
    public func like(_ id: LinkPost.ID, _ isLiked: Bool) {
        if let post = state.search.results.items[id: id] { account.like(post, isLiked) }
    }

    /// Applies a change of another screen to the results: a new post is found by the next search.
    private func follow(_ change: LinkChange) {
        let seen = account.seen
        guard !seen.isLate(change) else { return }
        screen.edit { _ in
            { shown in
                if case .deleted(let id) = change { return shown.contains(id: id) ? [.remove(id)] : [] }
                return [.patchAll { change.patch(&$0) }]
            }
        }
    }
}

extension LinkPost {
    /// Whether a search finds the post in the fields of a target.
    func matches(_ highlighter: Highlighter, in target: SearchTarget) -> Bool {
        switch target {
        case .title: highlighter.isMatch(in: title ?? "")
        case .contents: highlighter.isMatch(in: content ?? "")
        case .writer: highlighter.isMatch(in: author.nick)
        default: [title ?? "", content ?? "", author.nick].contains { highlighter.isMatch(in: $0) }
        }
    }
}
