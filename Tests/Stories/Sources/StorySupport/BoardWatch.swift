import NoticeBoardKit

/// Checks every state that an app's screens emit, and records the problems.
///
/// Finds rows beside an empty text, blank screens, duplicate or misplaced rows, and data of a former account.
@MainActor public final class BoardWatch {
    /// The problems, in order of detection.
    public private(set) var problems: [String] = []
    /// Whether the screens were opened, so that they must show something when idle.
    public var isOpen = false
    /// A text that all data of the current account contains, to recognize it after sign-out.
    public var marker: String?

    private weak var app: BoardApp?
    private let order: PostOrder
    private var observations: [StateObservation] = []
    private var readPosts: Set<Post.ID> = []
    private var former: (marker: String?, read: Set<Post.ID>)?

    /// Starts watching `app`.
    ///
    /// For the server's order it expects posts by descending number, which is the simulator's order.
    public init(_ app: BoardApp, order: PostOrder) {
        (self.app, self.order) = (app, order)
        observations = [
            app.menu.observe { [weak self] in self?.check($0) },
            app.list.observe { [weak self] in self?.check($0) },
            app.search.observe { [weak self] in self?.check($0) },
            app.page.observe { [weak self] in self?.check($0) },
        ]
        // Registered last, so that every screen has been reset when this runs.
        app.scope.register(self) { $0.reset() }
    }

    /// Ends the account.
    ///
    /// From now on its data on a screen is a problem.
    public func reset() {
        (former, isOpen) = ((marker, readPosts), false)
        recheck()
    }

    /// Starts an account with `marker` in all of its texts.
    ///
    /// It may be the former account.
    public func welcome(_ marker: String) {
        if former?.marker == marker { former = nil }
        self.marker = marker
    }

    /// Whether no screen is loading.
    public var isResting: Bool {
        guard let app else { return true }
        let (list, search, page) = (app.list.state, app.search.state, app.page.state)
        return !app.menu.state.boards.phase.isLoading && !list.feed.isLoading && !search.results.isLoading
            && !page.isLoading && (page.post == nil || page.content != nil)
            && (!search.isActive || search.isHistoryLoaded || search.historyFailure != nil)
    }

    /// Checks the screens while they are idle, when a visible spinner would never end.
    public func checkRest() {
        guard let app, isOpen else { return }
        recheck()
        if !isResting { report("a spinner that nothing will end") }
        if app.menu.state.display == .placeholder { report("menu: nothing is shown, and nothing is on its way") }
        if app.list.state.display == .placeholder { report("list: nothing is shown, and nothing is on its way") }
        if app.search.state.isActive, app.search.state.display == .placeholder {
            report("search: nothing is shown, and nothing is on its way")
        }
    }

    private func recheck() {
        guard let app else { return }
        check(app.menu.state)
        check(app.list.state)
        check(app.search.state)
        check(app.page.state)
    }

    private func report(_ problem: String) {
        if !problems.contains(problem) { problems.append(problem) }
    }

    // MARK: - Screens

    private func check(_ state: BoardMenu.State) {
        check(
            "menu", ids: state.rows.map(\.id), state.display, text: state.emptyText,
            isLoading: state.boards.phase.isLoading, mayWait: state.boards == Loaded())
        if state.rows.filter(\.isSelected).count > 1 { report("menu: two boards are open") }
        checkFormer("menu", state.rows.map(\.name))
    }

    private func check(_ state: PostList.State) {
        check(
            "list", ids: state.rows.ids, state.display, text: state.emptyText, isLoading: state.feed.isLoading,
            mayWait: !state.feed.wasRequested)
        checkPlaces("list", state.feed)
        if let board = state.board, state.feed.items.contains(where: { $0.boardID != board.id }) {
            report("list: a post of another board")
        }
        if former == nil { readPosts.formUnion(state.rows.lazy.filter(\.isRead).map(\.id)) }
        checkFormer("list", [state.title] + state.rows.map(\.title), state.builder)
    }

    private func check(_ state: PostSearch.State) {
        if state.mode == .results {
            check(
                "results", ids: state.hits.ids, state.results.display, text: state.display == .empty ? state.emptyText : nil,
                isLoading: state.results.isLoading, mayWait: state.refusal != nil)
            checkPlaces("results", state.results)
        } else {
            let rows = state.mode == .history ? state.history : state.suggestions
            check(
                "search", ids: rows.map(\.id), state.display, text: state.emptyText,
                isLoading: !state.isHistoryLoaded && state.historyFailure == nil, mayWait: !state.isActive,
                isRefused: state.refusal != nil)
        }
        checkFormer(
            "search",
            [state.text, state.title ?? "", state.placeholder] + state.history.map(\.keyword) + state.hits.map(\.title),
            state.builder)
    }

    private func check(_ state: PostPage.State) {
        if state.display == .items, state.emptyText != nil { report("page: contents beside an empty text") }
        if case .failure = state.display, state.post != nil { report("page: a failure in place of a post") }
        if state.post != nil, let previous = state.previous, previous.id == state.post?.id { report("page: its own neighbour") }
        if state.post != nil, let next = state.next, next.id == state.post?.id { report("page: its own neighbour") }
        checkFormer("page", [state.post?.title ?? "", state.post?.contents ?? "", state.board?.name ?? ""], state.builder)
    }

    private func check<ID: Hashable>(
        _ screen: String, ids: [ID], _ display: FeedDisplay, text: String?, isLoading: Bool, mayWait: Bool,
        isRefused: Bool = false
    ) {
        if Set(ids).count < ids.count { report("\(screen): one row twice") }
        switch display {
        case .items:
            if ids.isEmpty { report("\(screen): no rows where rows are promised") }
            if text != nil { report("\(screen): rows beside an empty text") }
        case .empty:
            if !ids.isEmpty, !isRefused { report("\(screen): rows beside an empty text") }
            if text?.isEmpty != false { report("\(screen): empty without a text") }
        case .failure(let error):
            if !ids.isEmpty { report("\(screen): rows beside a failure of the whole") }
            if error.text(in: .korean).isEmpty { report("\(screen): a failure without a text") }
        case .placeholder:
            if !ids.isEmpty { report("\(screen): rows beside a placeholder") }
            if !isLoading, !mayWait { report("\(screen): nothing is shown, and nothing is on its way") }
        }
    }

    private func checkPlaces(_ screen: String, _ feed: FeedState<Post>) {
        let entries = feed.entries
        var isBelowGap = false
        for pair in zip(entries, entries.dropFirst()) {
            // An order applies to the rows between two gaps, and notices rise to the top of the list alone.
            guard case (.item(let first), .item(let second)) = pair else {
                isBelowGap = true
                continue
            }
            let isMisplaced =
                switch order {
                case .server: second.id > first.id
                case .noticesFirst where isBelowGap:
                    second.createdAt ?? .distantPast > first.createdAt ?? .distantPast
                case .noticesFirst: PostOrder.noticesFirst.precedes?(second, first) ?? false
                }
            if isMisplaced { return report("\(screen): a misplaced row") }
        }
    }

    private func checkFormer(_ screen: String, _ texts: [String], _ look: PostRowBuilder? = nil) {
        guard let former else { return }
        if let marker = former.marker, texts.contains(where: { $0.contains(marker) }) {
            report("\(screen): something of a former account")
        }
        let board = app?.selection.board?.id
        if let look, former.read.contains(where: { PostRow(Post(id: $0, title: "", boardID: board), builder: look).isRead }) {
            report("\(screen): what a former account read")
        }
    }
}
