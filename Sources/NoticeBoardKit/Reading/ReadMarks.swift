import Foundation
public import NoticeBoardBase

/// Which posts were read on this device, and which are new since the last visit; all screens of an account share one object.
///
/// ```swift
/// let marks = ReadMarks(FileReadMarks(directory: folder, scope: account))
/// let menu = BoardMenu(service: client, selection: selection, marks: marks)
/// let list = PostList(service: client, selection: selection, marks: marks)
/// marks.read(post)                              // updates every row and the menu before it returns
/// marks.readAll(on: board.id)
/// ```
///
/// Opening a post on a ``PostPage`` marks it as read. A post is new if its number is higher than the highest one seen at the
/// previous visit and it is unread; on a first visit nothing is new.
///
/// - **Isolation**: it belongs to the main actor; marks are stored off the main actor, in order.
/// - **Cancellation**: marks are stored even if the object is released.
/// - **Errors**: they are part of the state; a mark that could not be stored is shown, and stored with the next one.
@MainActor public final class ReadMarks: StateForwarding {
    private let value = StateStore(State())
    /// Stores the marks; `nil` if they live as long as this object.
    private var file: FileReadMarks?
    private var following: Task<Void, Never>?
    /// Grows when the account changes; reports for a former account are dropped.
    private var account = 0
    /// Whether the stored marks were read.
    private(set) var isLoaded = false
    /// The number of reads that are under way.
    private var reloads = 0

    /// Creates marks that a file keeps, or that live as long as the object; the file is not read before they are needed.
    public init(_ file: FileReadMarks? = nil) { self.file = file }

    deinit { following?.cancel() }

    /// The source of the state.
    public var stateSource: some StateSource<State> { value }

    /// Reads the stored marks once; the screens call it.
    ///
    /// Marks that were made before are merged with the stored ones.
    public func load() {
        if following == nil, let updates = file?.updates() {
            following = Task { [weak self] in
                for await _ in updates { self?.reload() }
            }
        }
        if !isLoaded, reloads == 0 { save() }
    }

    /// Marks a post as read; `board` is for a post without a board ID.
    public func read(_ post: Post, on board: Board.ID? = nil) {
        if let board = post.boardID ?? board { change { $0.read(post.id, on: board) } }
    }

    /// Marks as read all posts of a board that lists have shown so far, and all older ones.
    public func readAll(on board: Board.ID) { change(on: [board]) { $0.readAll(on: board) } }

    /// Marks as read all posts of every board that lists have shown so far, and all older ones.
    public func readAll() {
        change(on: state.log.entries.map(\.board)) { log in
            for entry in log.entries { log.readAll(on: entry.board) }
        }
    }

    /// Repeats a read or write that failed.
    public func retry() { if state.failure != nil { save() } }

    /// Begins a visit of a board; a ``PostList`` calls it.
    public func opened(_ board: Board.ID) { change(on: [board], seen: [board: []]) { $0.open(board) } }

    /// Notes that posts of a board were shown; a ``PostList`` calls it.
    public func saw(_ posts: [Post.ID], on board: Board.ID) {
        let newest = posts.max().map { [$0] } ?? []
        let seen = Set(state.seen[board, default: []].union(posts).sorted().suffix(100))
        change(on: [board], seen: [board: seen]) { $0.see(newest, on: board) }
    }

    /// Notes that a board has no posts: the first one will be new at the next visit.
    func sawNoPosts(on board: Board.ID) { change(on: [board]) { $0.seeNone(on: board) } }

    /// Notes that the boards were loaded: their flags of new posts hold until a board is opened.
    func loadedBoards() { value.state.opened = [] }

    /// Empties the state, at a sign-out; the stored marks stay until they are erased.
    public func reset() {
        // What could not be stored is tried once more.
        if let file, !file.unsaved.isEmpty { file.save({ _ in }) { _ in } }
        account += 1
        (isLoaded, reloads) = (false, 0)
        value.state = State()
    }

    /// Forgets everything at once, and returns when it is stored nowhere any more: at signing out.
    ///
    /// Marks that are being stored are stored first, and erased with the others.
    public func erase() async throws {
        reset()
        try await file?.beginErasing().value
    }

    /// Calls `publish` now and at every change, and before it `applyFilter` at first and when the stored marks are loaded.
    ///
    /// Posts that were read in earlier launches are hidden then.
    func observe(applyFilter: @escaping @MainActor () -> Void, publish: @escaping @MainActor () -> Void) -> StateObservation {
        var wasLoaded: Bool?
        return observe { [weak self] _ in
            if let self, isLoaded != wasLoaded {
                wasLoaded = isLoaded
                applyFilter()
            }
            publish()
        }
    }

    /// The files of the present marks; none if they live in memory.
    var files: [URL] { file?.files ?? [] }

    /// Returns a closure that erases the present store from any thread, even after ``use(_:)``.
    func erasing() -> @Sendable () async throws -> Void {
        { [file] in try await file?.beginErasing().value }
    }

    /// Uses another account's file from now on; the former file keeps its marks.
    public func use(_ file: FileReadMarks?) {
        reset()
        following?.cancel()
        following = nil
        self.file = file
        load()
    }

    // MARK: - Storing

    /// Applies a change of boards that were opened to the state and stores it; before the first read, it may change only the
    /// stored marks.
    private func change(
        on opened: [Board.ID] = [], seen: [Board.ID: Set<Post.ID>] = [:], _ change: @escaping ReadLog.Change
    ) {
        let before = state.log
        value.update { state in
            change(&state.log)
            state.opened.formUnion(opened)
            state.seen.merge(seen) { $1 }
        }
        if state.log != before || !isLoaded { save(change) }
    }

    /// Reads again after another process or object may have written; at most one read waits behind the one under way.
    private func reload() {
        if isLoaded || reloads > 0 || state.failure != nil, reloads < 2 { save() }
    }

    /// Stores a change, or reads again without one.
    private func save(_ change: ReadLog.Change? = nil) {
        guard let file else { return }
        if change == nil { reloads += 1 }
        file.save(change) { [weak self, account] result in
            guard let self, self.account == account else { return }
            if change == nil { reloads -= 1 }
            take(result)
        }
    }

    private func take(_ result: Result<ReadLog, NoticeBoardError>) {
        let unsaved = file?.unsaved ?? []
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

    /// What was read on this device, and what is new since the last visit.
    public struct State: Sendable, Equatable {
        /// What was read.
        package var log = ReadLog()
        /// Why the marks could not be read or stored; `retry()` repeats it.
        public var failure: NoticeBoardError?
        /// The newest posts that a list showed of each board since it was opened.
        package var seen: [Board.ID: Set<Post.ID>] = [:]
        /// The boards that were opened or shown since the menu was loaded.
        var opened: Set<Board.ID> = []

        /// Creates a state without marks.
        public init() {}

        package init(log: ReadLog, seen: [Board.ID: Set<Post.ID>] = [:]) { (self.log, self.seen) = (log, seen) }

        /// Whether a post was read on this device; `board` is for a post without a board ID.
        public func isRead(_ post: Post, on board: Board.ID? = nil) -> Bool { log.isRead(post, on: board) }

        /// Whether a post is new since the previous visit of its board and unread.
        public func isNew(_ post: Post, on board: Board.ID? = nil) -> Bool { log.isNew(post, on: board) }

        /// How many posts of a board are new and unread, of those that a list showed; at most 100.
        public func newCount(on board: Board.ID) -> Int { seen[board]?.count { log.isNew($0, on: board) } ?? 0 }
    }
}
