public import Foundation
public import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
public import NoticeBoardSearch

/// All screens of a board app, wired together.
///
/// ```swift
/// let app = BoardApp(
///     service: client, history: FileSearchHistory(directory: folder, scope: account),
///     marks: PostMarks(FilePostMarks(directory: folder, scope: account)),
///     place: FileBoardPlace(directory: folder, scope: account))
/// await app.open()                              // the last board and place, then the menu and the list
/// for await state in app.states { show(state == .signedIn ? boards : signIn) }
/// for await state in app.list.states { show(state.title, state.rows) }
/// await app.signOut()                           // empties every screen and erases everything that was kept
/// ```
///
/// The screens share one selection, one bus of changes, one set of read marks and one account scope. An app can also use each one
/// alone.
@MainActor public final class BoardApp: StateForwarding {
    /// Which screens to show.
    public enum State: Sendable, Hashable {
        /// The last place is not read yet: ``BoardApp/open()`` has not returned.
        case launching
        /// The account was signed out; `reason` says that the session ended by itself, if it did.
        case signedOut(reason: NoticeBoardError?)
        /// The screens show boards: those of the signed-in account, or of a service without accounts.
        case signedIn
    }

    /// The service of boards and posts.
    public let service: any NoticeBoardService
    /// The open board.
    public let selection = BoardSelection()
    /// The changes of posts; an app that writes posts sends them here.
    public let changes = ChangeBus<PostChange>()
    /// What was read on this device, and what is new.
    public let marks: PostMarks
    /// The scope of the account; a session with the same scope ends and erases everything here.
    public let scope: AccountScope
    /// The menu of boards.
    public let menu: BoardMenu
    /// The posts of the open board.
    public let list: PostList
    /// The search on the open board.
    public let search: PostSearch
    /// The page of the open post.
    public let page: PostPage

    private let store = StateStore(State.launching)
    private let stores: BoardStores
    /// Grows when the account goes; a place that was loaded under another number is not shown.
    private var account = 0
    /// Shows the last place, once for each account.
    private var restoring: Task<Void, Never>?
    private var lifeObservation: StateObservation?

    /// Creates the screens of `service`.
    ///
    /// - Parameters:
    ///   - service: The service of boards and posts.
    ///   - history: Records searches.
    ///   - marks: What was read; by default it is kept in memory.
    ///   - place: Keeps the last board and place; `nil` keeps none.
    ///   - scope: The scope of the app's session, if it has one.
    ///   - style: How rows look, and the language of all screens.
    ///   - order: The order of the list and of search results.
    ///   - rules: The rules of the search.
    ///   - baseURL: The base of relative addresses in posts.
    ///   - life: Tells of the foreground, so that ``open()`` is called only at launch, and of the network's returns, with which
    ///     screens go on that failed for a reason that may pass.
    ///   - now: Returns the time, for "today" and "yesterday".
    ///   - time: The clock for timeouts and delays.
    public init(
        service: any NoticeBoardService, history: any SearchHistoryRepository = InMemorySearchHistory(),
        marks: PostMarks = PostMarks(), place: FileBoardPlace? = nil, scope: AccountScope = AccountScope(),
        style: PostRowStyle = PostRowStyle(), order: PostOrder = .server, rules: PostSearchRules = PostSearchRules(),
        baseURL: URL? = nil, life: AppLife? = nil,
        now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system
    ) {
        let history = history as? AccountHistory ?? AccountHistory(history)
        var rules = rules
        if rules.order == .server { rules.order = order }
        self.service = service
        self.marks = marks
        self.scope = scope
        stores = BoardStores(history: history, marks: marks, place: place, scope: scope)
        // By its clock, all screens measure their ages.
        let clock = life ?? AppLife(now: now, time: time)
        rules.feed.fresh = rules.feed.fresh ?? Self.fresh
        rules.feed.life = rules.feed.life ?? clock
        var listRules = FeedRules<Post>()
        listRules.fresh = Self.fresh
        listRules.life = clock
        menu = BoardMenu(
            service: service, selection: selection, language: style.language, marks: marks, fresh: Self.fresh, life: clock,
            time: time)
        list = PostList(
            service: service, selection: selection, order: order, style: style, rules: listRules, changes: changes,
            marks: marks, now: now, time: time)
        search = PostSearch(
            service: service, history: history, selection: selection, rules: rules, style: style, changes: changes,
            marks: marks, now: now, time: time)
        page = PostPage(
            selection: selection, style: style, marks: marks, changes: changes, baseURL: baseURL, now: now, time: time)
        registerScreens()
        stores.register()
        lifeObservation = life?.observe { [weak self] event in
            guard event == .foreground, let self, state == .signedIn else { return }
            Task { await self.open() }
        }
    }

    /// The age from which boards, posts and results are loaded again when the app comes to the foreground.
    private static var fresh: Freshness { Freshness(after: 60) }

    /// The source of the state.
    public var stateSource: some StateSource<State> { store }

    private func registerScreens() {
        scope.register(self) { $0.leaveAccount() }
        scope.register(page) { $0.clear() }
        scope.register(search) { $0.reset() }
        scope.register(menu) { $0.reset() }
        scope.register(selection) { $0.reset() }
        scope.register(marks) { $0.reset() }
    }

    /// Registers the stores again once their account is known or another one.
    private func registerStoresOfAccount() {
        stores.registerForAccount()
        if stores.showHistoryOfAccount() { search.setHistory(stores.history) }
    }

    private func leaveAccount() {
        forgetPlace()
        if isExpired { return showExpiry() }
        store.state = .signedOut(reason: nil)
        // Searches until the next sign-in are kept in memory only.
        if stores.leaveAccount() { search.setHistory(InMemorySearchHistory()) }
    }

    /// Whether the service ended the account's session, and no account has signed in since.
    private var isExpired: Bool { if case .expired = scope.state { true } else { false } }

    private func showExpiry() { store.state = .signedOut(reason: NoticeBoardError(.sessionOver)) }

    private func forgetPlace() {
        account += 1
        restoring = nil
        selection.forgetPlace()
    }

    /// Shows the last board and place, the first time, then loads boards and posts.
    ///
    /// Call it whenever the app comes to the foreground, unless an `AppLife` does: it reloads boards, posts and search results that
    /// were loaded more than a minute ago, or failed. It updates "today" and "yesterday" in the rows. If the account is signed out
    /// or changed during the call, it shows nothing; nor does it after the session expired, until an account signs in.
    public func open() async {
        guard !isExpired else { return showExpiry() }
        let account = account
        await restorePlace()?.value
        guard self.account == account, !isExpired else { return }
        registerStoresOfAccount()
        store.state = .signedIn
        search.restyle()
        page.restyle()
        menu.open()
        list.open()
        if menu.state.failure != nil { menu.refresh() }
        if list.state.failure != nil || list.feed.networkFailure != nil, selection.board != nil { list.refresh() }
        guard search.state.isActive, search.state.mode == .results else { return }
        search.open()
        if search.feed.failure != nil || search.feed.networkFailure != nil { search.refresh() }
    }

    /// Changes the language of every screen; the other parts of their styles stay.
    public func setLanguage(_ language: Language) {
        menu.setLanguage(language)
        list.restyle(list.state.builder.style.language(language))
        search.restyle(search.state.builder.style.language(language))
        page.restyle(page.state.builder.style.language(language))
    }

    /// Reads and shows the last place, once for each account; until that is done, no board opens by itself.
    ///
    /// So the last place comes first, then stored boards, then the first board, whichever is read first. Returns the task of the
    /// reading, or `nil` if there is no place to read.
    @discardableResult package func restorePlace() -> Task<Void, Never>? {
        guard !isExpired, let place = stores.shownPlace else { return nil }
        // Views appear more than once: every call returns the same task.
        if let restoring { return restoring }
        selection.beginReadingPlace()
        let restoring = Task { [weak self, scope, account] in
            // The place of an account that is being erased is not shown.
            await scope.waitUntilErased()
            let last = await place.load()
            if let self, self.account == account, !isExpired { show(last) }
        }
        self.restoring = restoring
        return restoring
    }

    private func show(_ place: BoardPlace?) {
        // A board that the user chose in the meantime stays open.
        let board = menu.isBoardChosen ? nil : place?.board
        guard selection.endReadingPlace(board), let board, let snapshot = place?.list else { return }
        list.restore(snapshot, of: board.id)
    }

    /// The open board and the place in its list; `nil` if no board is open.
    package var currentPlace: BoardPlace? {
        selection.board.map { BoardPlace(board: $0, list: list.snapshot?.trimmed(to: 300)) }
    }

    /// Keeps the board and the place for the next launch, if the app has a store for them: call it when the app goes to the
    /// background.
    ///
    /// - Returns: Why it could not be kept; `nil` if it was.
    @discardableResult public func saveNow() async -> NoticeBoardError? {
        registerStoresOfAccount()
        guard let place = stores.shownPlace, let currentPlace else { return nil }
        return await place.keep(currentPlace)
    }

    /// Empties every screen at once, cancels pending writes, and returns when everything that was kept is erased.
    ///
    /// For an app without a session: signing out of a session with the same scope does this too.
    ///
    /// - Parameter erasing: False if another account takes over and the data stay.
    /// - Returns: Why something could not be erased; `nil` if everything was.
    @discardableResult public func signOut(erasing: Bool = true) async -> NoticeBoardError? {
        scope.signOut(erasing: erasing)
        let failure = await scope.waitUntilErased()
        return erasing ? failure : nil
    }

    /// Uses the stores of another account from now on; call it after a sign-out, even while the former account is being erased.
    ///
    /// The former account's stores keep what they have, unless they are erased; pending changes are still written there.
    public func use(
        history: any SearchHistoryRepository, marks: FilePostMarks? = nil, place: FileBoardPlace? = nil
    ) {
        stores.use(history: history as? AccountHistory ?? AccountHistory(history), place: place)
        forgetPlace()
        search.setHistory(stores.history)
        self.marks.use(marks)
        stores.register()
    }
}
