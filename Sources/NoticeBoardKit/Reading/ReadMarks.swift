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
/// A post that is opened on a ``PostPage`` is read. On a board new is what came since it was opened the last time before this, by
/// its number, and was not read; at the first time nothing is.
///
/// - **Isolation**: it belongs to the main actor; marks are kept outside of it, in the order in which they were made.
/// - **Cancellation**: what was read is kept even when the object goes meanwhile.
/// - **Errors**: they are part of the state; what could not be kept counts all the same, and is kept with the next mark.
///
/// What it does is decided by ``Machine``, which can be driven by other means as well.
@MainActor public final class ReadMarks: StateForwarding {
    private let driver: MachineDriver<Machine, Never>
    private let link: ReadMarksLink

    /// Marks that `store` keeps; it is not asked before they are needed.
    public init(_ store: any ReadMarksStore = InMemoryReadMarks()) {
        let link = ReadMarksLink(store)
        self.link = link
        // The link holds the driver: what is being kept holds the link, and so what waits behind it is kept as well.
        let driver = MachineDriver<Machine, Never>(Machine()) { [weak link] effect in
            switch effect {
            case .keep(let log, let number): .now { link?.keep(log, number) }
            }
        }
        self.driver = driver
        link.send = { driver.handle($0) }
    }

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { driver }

    /// Reads what is kept, unless that was done: screens that are given the marks ask for it.
    ///
    /// What happens before that is known is done to it then.
    public func load() {
        link.follow()
        driver.handle(.load)
    }
    /// A post was read; `board` is where it stands in case that it does not say.
    public func read(_ post: Post, on board: Board.ID? = nil) {
        if let board = post.boardID ?? board { driver.handle(.read(post.id, on: board)) }
    }
    /// Everything on a board that was seen of it counts as read.
    public func readAll(on board: Board.ID) { driver.handle(.readAll(on: board)) }
    /// Everything on all boards counts as read.
    public func readAll() { driver.handle(.readAll(on: nil)) }
    /// Tries again what could not be read or kept.
    public func retry() { driver.handle(.retry) }

    /// A board is opened: what was known of it is from last time.
    ///
    /// A ``PostList`` says so itself.
    public func opened(_ board: Board.ID) { driver.handle(.opened(board)) }
    /// Posts of a board were seen in a list.
    ///
    /// A ``PostList`` says so itself.
    public func saw(_ posts: [Post.ID], on board: Board.ID) { driver.handle(.saw(posts, on: board)) }

    /// Shows nothing any more, at once, when somebody signs out; what was read is kept all the same, until it is erased.
    public func reset() {
        link.leave(driver.read { $0 })
        driver.handle(.begin)
    }

    /// Forgets everything at once, and returns when it is kept nowhere any more: at signing out.
    ///
    /// Marks that are on their way to the store are written before, and erased with the others.
    public func erase() async throws {
        driver.handle(.begin)
        try await erasing()()
    }

    /// What forgets the marks that are kept now, whoever's are shown by then; on whatever thread.
    nonisolated func erasing() -> @Sendable () async throws -> Void {
        let store = link.store.withLock { $0 }
        return { [link] in try await link.erase(store) }
    }

    /// Shows the marks of another account, from another store; those of the former one stay where they are kept, and what was
    /// read is still kept there.
    public func use(_ store: any ReadMarksStore) {
        reset()
        link.use(store)
        load()
    }
}

/// Ties marks to their store: everything is done in order, and what began is finished when the marks go meanwhile, with what
/// waits behind it.
@MainActor final class ReadMarksLink {
    /// Where marks are kept from now on.
    let store: Locked<any ReadMarksStore>
    var send: @MainActor (ReadMarks.Machine.Event) -> Void = { _ in }
    private let queue = SerialQueue()
    private var following: Task<Void, Never>?
    /// Marks that are not shown any more, by the number of what is being kept of them.
    private var former: [Int: ReadMarks.Machine] = [:]

    init(_ store: any ReadMarksStore) { self.store = Locked(store) }

    deinit { following?.cancel() }

    func follow() {
        guard following == nil else { return }
        following = Task { [weak self, changes = store.withLock { $0 }.updates()] in
            for await _ in changes { self?.send(.changed) }
        }
    }

    func keep(_ log: ReadLog, _ number: Int) {
        queue.add { @MainActor [self, store = store.withLock { $0 }] in
            var event = await Self.keep(log, number, in: store)
            guard var former = former.removeValue(forKey: number) else { return send(event) }
            // Before anything else is done, so that what is erased later is erased with this.
            while case .keep(let log, let number)? = former.handle(event).first {
                event = await Self.keep(log, number, in: store)
            }
        }
    }

    private static func keep(_ log: ReadLog, _ number: Int, in store: any ReadMarksStore) async -> ReadMarks.Machine.Event {
        do { return .kept(try await store.keep(log), number) } catch { return .failed(NoticeBoardError(wrapping: error), number) }
    }

    /// Has everything kept that waits for that in marks which are not shown any more.
    func leave(_ machine: ReadMarks.Machine) {
        var machine = machine
        for case .keep(let log, let number) in machine.handle(.retry) { keep(log, number) }
        if machine.isKeeping { former[machine.number] = machine }
    }

    func erase(_ store: any ReadMarksStore) async throws {
        try await queue.add { try await store.erase() }.value
    }

    func use(_ store: any ReadMarksStore) {
        following?.cancel()
        following = nil
        self.store.withLock { $0 = store }
    }
}
