package import Foundation
public import NoticeBoardBase

/// Which items were read on this device, which are new since the last visit, and how many replies came since an item was read;
/// all screens of an account share one object.
///
/// ```swift
/// let marks = ReadMarks<String, Topic.ID>(FileReadMarks(directory: folder, scope: account))
/// marks.beginVisit(of: "swift")                                  // the list appeared
/// marks.markShown(page.map(\.id), in: "swift")                   // a page was loaded
/// marks.markRead(topic.id, in: "swift", replies: topic.replyCount)
/// marks.state.newReplies(to: topic.id, in: "swift", count: topic.replyCount)     // "12 new replies since you read it"
/// ```
///
/// An item is new if its ID is higher than the highest one seen at the previous visit of its list and it is unread; on a first
/// visit nothing is new.
///
/// - **Isolation**: it belongs to the main actor; marks are stored off the main actor, in order.
/// - **Cancellation**: marks are stored even if the object is released.
/// - **Errors**: they are part of the state; a mark that could not be stored is shown, and stored with the next one.
@MainActor
public final class ReadMarks<
    List: Hashable & Codable & Sendable, ID: Comparable & Hashable & Codable & Sendable
>: StateForwarding {
    private let value = StateStore(State())
    /// Stores the marks; `nil` if they live as long as this object.
    private var file: FileReadMarks<List, ID>?
    private var following: Task<Void, Never>?
    /// Grows when the account changes; reports for a former account are dropped.
    private var account = 0
    /// Whether the stored marks were read.
    package private(set) var isLoaded = false
    /// The number of reads that are under way.
    private var reloads = 0

    /// Creates marks that a file keeps, or that live as long as the object; the file is not read before they are needed.
    public init(_ file: FileReadMarks<List, ID>? = nil) { self.file = file }

    deinit { following?.cancel() }

    /// The source of the state.
    public var stateSource: some StateSource<State> { value }

    /// Reads the stored marks once; call it when the first list appears.
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

    // MARK: Marking

    /// Marks an item as read; `replies` is how many replies it has now.
    public func markRead(_ item: ID, in list: List, replies: Int? = nil) {
        change { $0.markRead(item, in: list, replies: replies) }
    }

    /// Marks as read all items of a list that were shown so far, and all older ones.
    public func markAllRead(in list: List) {
        let replies = state.shown[list]?.replies ?? [:]
        change(in: [list]) { $0.markAllRead(in: list, replies: replies) }
    }

    /// Marks as read all items of every list that were shown so far, and all older ones.
    public func markAllRead() {
        let shown = state.shown
        change(in: state.log.entries.map(\.list)) { log in
            for entry in log.entries { log.markAllRead(in: entry.list, replies: shown[entry.list]?.replies ?? [:]) }
        }
    }

    /// Repeats a read or write that failed.
    public func retry() { if state.failure != nil { save() } }

    /// Begins a visit of a list: the items shown so far are not new any more.
    public func beginVisit(of list: List) {
        change(in: [list], shown: [list: Shown()]) { $0.beginVisit(of: list) }
    }

    /// Notes that items of a list were shown, with the number of replies of those for which `replies` has it.
    public func markShown(_ items: [ID], in list: List, replies: [ID: Int] = [:]) {
        let newest = items.max().map { [$0] } ?? []
        var shown = state.shown[list] ?? Shown()
        shown.add(items, replies: replies)
        change(in: [list], shown: [list: shown]) { $0.markShown(newest, in: list) }
    }

    /// Notes that a list has no items: the first one will be new at the next visit.
    public func markEmpty(_ list: List) { change(in: [list]) { $0.markEmpty(list) } }

    /// Notes that the lists' own flags of new items were loaded: they hold until a list is visited.
    package func forgetVisits() { value.state.visited = [] }

    // MARK: Accounts

    /// Empties the state, at a sign-out; the stored marks stay until they are erased.
    public func reset() {
        // What could not be stored is tried once more.
        if let file, !file.unsaved.isEmpty { file.save({ _ in }) { _ in } }
        account += 1
        isLoaded = false
        reloads = 0
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
    /// Items that were read in earlier launches are hidden then.
    package func observe(
        applyFilter: @escaping @MainActor () -> Void, publish: @escaping @MainActor () -> Void
    ) -> StateObservation {
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
    package var files: [URL] { file?.files ?? [] }

    /// Returns a closure that erases the present store from any thread, even after ``use(_:)``.
    package func erasing() -> @Sendable () async throws -> Void {
        { [file] in try await file?.beginErasing().value }
    }

    /// Uses another account's file from now on; the former file keeps its marks.
    public func use(_ file: FileReadMarks<List, ID>?) {
        reset()
        following?.cancel()
        following = nil
        self.file = file
        load()
    }

    // MARK: - Storing

    /// Applies a change of lists that were visited to the state and stores it; before the first read, it may change only the
    /// stored marks.
    private func change(
        in visited: [List] = [], shown: [List: Shown] = [:], _ change: @escaping ReadLog<List, ID>.Change
    ) {
        let before = state.log
        value.update { state in
            change(&state.log)
            state.visited.formUnion(visited)
            state.shown.merge(shown) { $1 }
        }
        if state.log != before || !isLoaded { save(change) }
    }

    /// Reads again after another process or object may have written; at most one read waits behind the one under way.
    private func reload() {
        if isLoaded || reloads > 0 || state.failure != nil, reloads < 2 { save() }
    }

    /// Stores a change, or reads again without one.
    private func save(_ change: ReadLog<List, ID>.Change? = nil) {
        guard let file else { return }
        if change == nil { reloads += 1 }
        file.save(change) { [weak self, account] result in
            guard let self, self.account == account else { return }
            if change == nil { reloads -= 1 }
            show(result)
        }
    }

    /// Shows the stored marks with the changes that are not stored yet, or why they could not be read.
    private func show(_ result: Result<ReadLog<List, ID>, NoticeBoardError>) {
        let unsaved = file?.unsaved ?? []
        if case .success = result { isLoaded = true }
        value.update { state in
            switch result {
            case .failure(let error): state.failure = error
            case .success(let log):
                state.log = log
                state.failure = nil
                for change in unsaved { change(&state.log) }
            }
        }
    }
}

extension AccountScope {
    /// Registers read marks, which a sign-out empties and erases.
    ///
    /// With an account, the file of the marks is recorded, so that a later launch erases it as well.
    /// - Returns: A handle for each part of the registration.
    @MainActor @discardableResult public func register<List, ID>(
        _ marks: ReadMarks<List, ID>, for account: String? = nil
    ) -> [AccountRegistration] {
        let emptying = register(marks, for: account) { $0.reset() }
        let erasing = register(for: account, erasing: account == nil ? [] : marks.files, erase: marks.erasing())
        return [emptying, erasing]
    }
}
