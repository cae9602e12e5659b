public import NoticeBoardBase

/// Which posts were read on this device, and what is new on a board since last time: one object for all screens of an account.
///
/// ```swift
/// let marks = ReadMarks(FileReadMarks(directory: folder, scope: account))
/// let menu = BoardMenu(service: client, selection: selection, marks: marks)
/// let list = PostList(service: client, selection: selection, marks: marks)
/// marks.read(post)                              // every row and the menu show it before the call returns
/// marks.readAll(on: board.id)
/// ```
///
/// A post that is opened on a ``PostPage`` is read. A post is new if its number is higher than the highest one seen at the previous
/// visit and it is unread; on a first visit nothing is new.
///
/// - **Isolation**: it belongs to the main actor; marks are stored outside of it, in the order in which they were made.
/// - **Cancellation**: what was read is stored even when the object goes meanwhile.
/// - **Errors**: they are part of the state; what could not be stored counts all the same, and is stored with the next mark.
@MainActor public final class ReadMarks: StateForwarding {
    private let value = StateStore(State())
    private var keeper: ReadMarksKeeper
    private var following: Task<Void, Never>?
    /// Grows when the account goes: what is reported of a former one is not shown.
    private var account = 0
    private var isLoaded = false
    /// How often what is stored is about to be read.
    private var reloads = 0

    /// Creates marks that a file keeps, or that live as long as the object; the file is not read before they are needed.
    public convenience init(_ file: FileReadMarks? = nil) { self.init(store: file ?? InMemoryReadMarks()) }

    package init(store: any ReadMarksStore) { keeper = ReadMarksKeeper(store) }

    deinit { following?.cancel() }

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { value }

    /// Reads what is stored, unless that was done: screens that are given the marks ask for it.
    ///
    /// What happens before that is applied to it then.
    public func load() {
        if following == nil {
            following = Task { [weak self, updates = keeper.store.updates()] in
                for await _ in updates { self?.reload() }
            }
        }
        if !isLoaded, reloads == 0 { save(reloads: true) }
    }

    /// A post was read; `board` is where it stands in case that it does not say.
    public func read(_ post: Post, on board: Board.ID? = nil) {
        if let board = post.boardID ?? board { change { $0.read(post.id, on: board) } }
    }

    /// Everything on a board that was seen of it counts as read.
    public func readAll(on board: Board.ID) { readAll(on: [board]) { _ in [board] } }

    /// Everything on all boards counts as read.
    public func readAll() {
        let boards = Set(state.log.order).union(state.looks.keys)
        readAll(on: boards) { boards.union($0.order) }
    }

    private func readAll(on boards: Set<Board.ID>, stored: @escaping @Sendable (ReadLog) -> Set<Board.ID>) {
        change { log in
            for board in stored(log) { log.readAll(on: board) }
        } also: { state in
            for board in boards { state.looks[board, default: 0] += 1 }
        }
    }

    /// Tries again what could not be read or stored.
    public func retry() { if state.failure != nil { save(reloads: true) } }

    /// A board is opened: what was known of it is from last time.
    ///
    /// A ``PostList`` says so itself.
    public func opened(_ board: Board.ID) {
        change {
            $0.open(board)
        } also: { state in
            state.looks[board, default: 0] += 1
            state.seen[board] = nil
        }
    }

    /// Posts of a board were seen in a list.
    ///
    /// A ``PostList`` says so itself.
    public func saw(_ posts: [Post.ID], on board: Board.ID) {
        let newest = posts.max().map { [$0] } ?? []
        change {
            $0.see(newest, on: board)
        } also: { state in
            state.looks[board, default: 0] += 1
            state.seen[board] = Set(state.seen[board, default: []].union(posts).sorted().suffix(100))
        }
    }

    /// Empties the state at once, when somebody signs out; what was read is stored all the same, until it is erased.
    public func reset() {
        // What could not be stored is tried once more.
        keeper.save { _ in }
        account += 1
        (isLoaded, reloads) = (false, 0)
        value.state = State()
    }

    /// Forgets everything at once, and returns when it is stored nowhere any more: at signing out.
    ///
    /// Marks that are being stored are stored first, and erased with the others.
    public func erase() async throws {
        reset()
        try await keeper.beginErasing().value
    }

    /// What erases the marks that are stored now, whoever's are shown by then; on whatever thread.
    func erasing() -> @Sendable () async throws -> Void {
        { [keeper] in try await keeper.beginErasing().value }
    }

    /// Shows the marks of another account, from another file; those of the former one stay where they are stored.
    public func use(_ file: FileReadMarks?) { use(store: file ?? InMemoryReadMarks()) }

    package func use(store: any ReadMarksStore) {
        reset()
        following?.cancel()
        following = nil
        keeper = ReadMarksKeeper(store)
        load()
    }

    // MARK: - Storing

    /// Applies a change to what is shown, and has it stored; before everything is loaded it may be one to what is stored alone.
    private func change(_ change: @escaping ReadLog.Change, also show: (inout State) -> Void = { _ in }) {
        let before = state.log
        value.update { state in
            change(&state.log)
            show(&state)
        }
        if state.log != before || !isLoaded { save(change) }
    }

    /// Another process or object may have stored something, which matters once something was asked for.
    ///
    /// A reading that has begun may have missed it: one more follows.
    private func reload() {
        if isLoaded || reloads > 0 || state.failure != nil, reloads < 2 { save(reloads: true) }
    }

    private func save(_ change: ReadLog.Change? = nil, reloads: Bool = false) {
        if reloads { self.reloads += 1 }
        keeper.save(change, reloads: reloads) { [weak self, account] result in
            guard let self, self.account == account else { return }
            if reloads { self.reloads -= 1 }
            take(result)
        }
    }

    private func take(_ result: Result<ReadLog, NoticeBoardError>) {
        let unsaved = keeper.unsaved
        if case .success = result { isLoaded = true }
        value.update { state in
            switch result {
            case .failure(let error): state.failure = error
            case .success(let log):
                (state.log, state.failure) = (log, nil)
                for change in unsaved { change(&state.log) }
            }
        }
    }
}

extension ReadMarks {
    /// What was read on this device, and what is new on the boards since last time.
    public struct State: Sendable, Equatable {
        /// What was read.
        package var log = ReadLog()
        /// Why it could not be read from where it is kept, or kept there; it counts all the same.
        public var failure: NoticeBoardError?
        /// The newest posts that were seen on each board since it was opened.
        package var seen: [Board.ID: Set<Post.ID>] = [:]
        /// How often each board was looked at since the program began.
        var looks: [Board.ID: Int] = [:]

        /// Nothing was read.
        public init() {}

        package init(log: ReadLog, seen: [Board.ID: Set<Post.ID>] = [:]) { (self.log, self.seen) = (log, seen) }

        /// Whether a post was read on this device; `board` is where it stands in case that it does not say.
        public func isRead(_ post: Post, on board: Board.ID? = nil) -> Bool {
            log.isRead(post, on: board)
        }

        /// Whether a post came since its board was opened the last time before this, and was not read.
        public func isNew(_ post: Post, on board: Board.ID? = nil) -> Bool {
            log.isNew(post, on: board)
        }

        /// How many posts are known to have come on a board since last time and not to be read: as many of them as were seen in
        /// a list, up to a hundred.
        public func newCount(on board: Board.ID) -> Int {
            seen[board]?.count { log.isNew($0, on: board) } ?? 0
        }
    }
}
