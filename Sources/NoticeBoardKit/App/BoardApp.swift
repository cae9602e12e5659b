public import Foundation
public import NoticeBoardBase
public import NoticeBoardSearch

/// All screens of a board app, fitted together: for apps that want no wiring.
///
/// ```swift
/// let app = BoardApp(
///     service: client, history: FileSearchHistory(directory: folder, scope: account),
///     reading: FileReadMarks(directory: folder, scope: account), place: FileBoardPlace(directory: folder, scope: account))
/// await app.open()                              // the last board and place, then the menu and the list
/// for await state in app.list.states { show(state.title, state.rows) }
/// await app.signOut()                           // nothing is shown, written later, or kept
/// ```
///
/// The parts share one selection, one bus of changes, one set of read marks and one account scope. An app can replace each part by
/// its own, made with the same selection and changes, and can use each part alone.
@MainActor public final class BoardApp {
    /// Where boards and posts are.
    public let service: any NoticeBoardService
    /// Which board is open.
    public let selection: BoardSelection
    /// What becomes of posts: whoever writes tells of it here.
    public let changes: ChangeBus<PostChange>
    /// What was read on this device, and what is new.
    public let marks: ReadMarks
    /// Who holds data of the account; a session that is given the same scope ends and erases everything here.
    public let scope: AccountScope
    /// The menu of boards.
    public let menu: BoardMenu
    /// The posts of the open board.
    public let list: PostList
    /// The search on the open board.
    public let search: SearchScreen
    /// The post that is open.
    public let page: PostPage

    private var placeStorage: PlaceStorage?
    /// What the stores of the present account registered.
    private var registrations: [AccountRegistration] = []
    private let placeRestoring = PlaceRestoring()
    private let now: @Sendable () -> Date

    /// The screens of `service`.
    ///
    /// - Parameters:
    ///   - service: Where boards and posts are.
    ///   - history: Where searches are recorded.
    ///   - reading: Where it is kept what was read; it is forgotten with the app unless given.
    ///   - place: Where the last board and place are kept; they are not unless told.
    ///   - scope: Who holds data of the account: that of the app's session, where it has one.
    ///   - style: How rows look, and the language of all screens.
    ///   - order: In which order posts are shown.
    ///   - rules: How the search behaves.
    ///   - baseURL: Where relative addresses of pictures and links in posts lead from.
    ///   - now: The clock that tells what is today and yesterday.
    ///   - time: The clock for what is slow; a test turns it by hand.
    ///   - parts: Parts that the app makes itself.
    public convenience init(
        service: any NoticeBoardService, history: any SearchHistoryRepository = InMemorySearchHistory(),
        reading: FileReadMarks? = nil, place: FileBoardPlace? = nil, scope: AccountScope = AccountScope(),
        style: PostRowStyle = PostRowStyle(), order: PostOrder = .server, rules: SearchRules = SearchRules(),
        baseURL: URL? = nil,
        now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system, parts: Parts = Parts()
    ) {
        self.init(
            service: service, history: history, reading: reading, placeStore: place, scope: scope, style: style, order: order,
            rules: rules, baseURL: baseURL, now: now, time: time, parts: parts)
    }

    package init(
        service: any NoticeBoardService, history: any SearchHistoryRepository = InMemorySearchHistory(),
        reading: FileReadMarks? = nil, placeStore: (any BoardPlaceStore)?, scope: AccountScope = AccountScope(),
        style: PostRowStyle = PostRowStyle(), order: PostOrder = .server, rules: SearchRules = SearchRules(),
        baseURL: URL? = nil,
        now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system, parts: Parts = Parts()
    ) {
        let history = history as? AccountHistory ?? AccountHistory(history)
        let (selection, changes) = (parts.selection, parts.changes)
        let marks = parts.marks ?? ReadMarks(reading)
        (self.service, self.selection, self.changes, self.marks) = (service, selection, changes, marks)
        menu =
            parts.menu
            ?? BoardMenu(service: service, selection: selection, language: style.language, marks: marks, time: time)
        list =
            parts.list
            ?? PostList(
                service: service, selection: selection, order: order, style: style, changes: changes, marks: marks, now: now,
                time: time)
        search =
            parts.search
            ?? SearchScreen(
                service: service, history: history, selection: selection, rules: rules, style: style, changes: changes,
                marks: marks, now: now, time: time)
        page =
            parts.page
            ?? PostPage(
                selection: selection, style: style, marks: marks, changes: changes, baseURL: baseURL, now: now, time: time)
        (self.scope, self.now) = (scope, now)
        registerScreens()
        register(history, placeStore)
    }

    private func registerScreens() {
        scope.register(placeRestoring) { $0.reset() }
        scope.register(page) { $0.reset() }
        scope.register(search) { $0.reset() }
        scope.register(menu) { $0.reset() }
        scope.register(selection) { $0.reset() }
        scope.register(marks) { $0.reset() }
    }

    /// Registers the stores of the present account in place of those before.
    private func register(_ history: AccountHistory, _ place: (any BoardPlaceStore)?) {
        for registration in registrations { registration.cancel() }
        registrations = [scope.register(erase: marks.erasing())]
        placeStorage = place.map(PlaceStorage.init)
        if let placeStorage {
            registrations.append(
                scope.register(end: { if $0 { placeStorage.end() } }, erase: { try await placeStorage.erase() }))
        }
        registrations.append(scope.register(history))
    }

    /// The app came to the front: the last board and place are shown again, the first time, then boards and posts are loaded.
    ///
    /// Called again, whenever the app comes to the front, it reloads boards and posts that are older than a minute, and rows show
    /// what is today by then.
    ///
    /// Where somebody signs out or the account is changed meanwhile, nothing is shown; it is opened again for whoever comes.
    public func open() async {
        if let placeStorage {
            let now = placeRestoring.number
            // Views come into sight more than once: each call waits for the one place.
            let restoring =
                placeRestoring.task
                ?? Task { [weak self, scope] in
                    // The place of an account that is being erased is not shown.
                    await scope.waitUntilErased()
                    let place = await placeStorage.load()
                    if let place, let self, placeRestoring.number == now { show(place) }
                }
            placeRestoring.task = restoring
            await restoring.value
            guard placeRestoring.number == now else { return }
        }
        let isStale = placeRestoring.loadedAt.map { abs(now().timeIntervalSince($0)) >= 60 }
        if isStale != false { placeRestoring.loadedAt = now() }
        search.restyle()
        page.restyle()
        list.open()
        menu.open()
        if isStale == true {
            list.refresh()
            menu.refresh()
        }
    }

    private func show(_ place: BoardPlace) {
        // A board that was chosen meanwhile stays open.
        guard [.pending, .signedOut].contains(selection.state) else { return }
        selection.select(place.board)
        if let memory = place.list { list.restore(memory, of: place.board.id) }
    }

    /// Where somebody is: the open board and the place in its list; nothing where no board is open.
    package var place: BoardPlace? {
        selection.board.map { BoardPlace(board: $0, list: list.snapshot?.trimmed(to: 300)) }
    }

    /// Keeps the place, where the app asked for that: when it goes out of sight, for example.
    ///
    /// - Returns: Why it could not be kept, if it could not.
    @discardableResult public func keepPlace() async -> NoticeBoardError? {
        guard let placeStorage, let place else { return nil }
        return await placeStorage.keep(place)
    }

    /// Empties every screen at once, drops what is not being written yet, and returns when all that was kept is erased.
    ///
    /// For an app without a session: one with a session signs out of that, which does the same.
    ///
    /// - Parameter erasing: False where the account only gives way to another one, and its data stay.
    /// - Returns: Why something could not be erased, if anything could not.
    @discardableResult public func signOut(erasing: Bool = true) async -> NoticeBoardError? {
        scope.signOut(erasing: erasing)
        let failure = await scope.waitUntilErased()
        return erasing ? failure : nil
    }

    /// Keeps what belongs to another account in places of its own from now on: after a sign-out, also while the former one's is
    /// still being erased.
    ///
    /// What was kept of the former stays where it is, unless it was erased; what is under way is still written there.
    public func use(
        history: any SearchHistoryRepository, reading: FileReadMarks? = nil, place: FileBoardPlace? = nil
    ) {
        use(history: history, reading: reading, placeStore: place)
    }

    package func use(
        history: any SearchHistoryRepository, reading: FileReadMarks? = nil, placeStore place: (any BoardPlaceStore)?
    ) {
        let history = history as? AccountHistory ?? AccountHistory(history)
        placeRestoring.reset()
        search.use(history)
        marks.use(reading)
        register(history, place)
    }
}

/// The restoring of the last place of one account.
@MainActor private final class PlaceRestoring {
    /// Grows when the account goes; a restoring of another number shows nothing.
    private(set) var number = 0
    /// Shows the last place, once.
    var task: Task<Void, Never>?
    /// When boards and posts were loaded last, because the app came to the front.
    var loadedAt: Date?

    init() {}

    func reset() { (number, task, loadedAt) = (number + 1, nil, nil) }
}

extension BoardApp {
    /// Parts that an app makes itself; of those that it leaves out the ``BoardApp`` makes its own.
    ///
    /// What is made by hand is of this selection and this bus of changes, or does not follow the others.
    @MainActor public struct Parts {
        /// Which board is open.
        public var selection = BoardSelection()
        /// What becomes of posts.
        public var changes = ChangeBus<PostChange>()
        /// What was read on this device.
        public var marks: ReadMarks?
        /// The menu of boards.
        public var menu: BoardMenu?
        /// The posts of the open board.
        public var list: PostList?
        /// The search; where it is made by hand, the app gives it the same ``AccountHistory`` as the ``BoardApp``.
        public var search: SearchScreen?
        /// The post that is open.
        public var page: PostPage?

        /// No part but a selection and a bus.
        public init() {}
    }
}
