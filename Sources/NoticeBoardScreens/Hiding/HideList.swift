public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// The people that the signed-in account has blocked or muted, and the items that it has hidden.
///
/// ```swift
/// let hides = HideList<Person, Topic.ID>(in: folder, scope: session.scope, me: me)
/// let hiding = hides.hide(in: topics, author: { $0.author.id }, id: { $0.id })      // kept as long as the list
/// let shown = CombinedState([topics, hides, hides.reading]) { hides.shown(topics.state) }
/// hides.block(topic.author)                     // gone from every list before the call returns
/// ```
///
/// The content is kept in a file of the account. Lists hold their rows back until it was read, see `shown(_:)`. The service does
/// not hear of it. When the session ends, the content is empty; signing out erases the file.
@MainActor
public final class HideList<
    Person: Identifiable & Codable & Hashable & Sendable, ItemID: Hashable & Codable & Sendable
>: StateForwarding where Person.ID: Sendable {
    /// The hidden people and items.
    public typealias Content = HiddenContent<Person, ItemID>

    /// The signed-in person; their own items cannot be hidden.
    public let me: Person.ID?
    /// Whether the stored content is being read or could not be read; lists show no rows before it is `.idle`.
    public var reading: some StateSource<LoadPhase> { phase }
    /// Why the latest change could not be saved, or the stored content not read; `nil` after a success.
    public private(set) var failure: NoticeBoardError? {
        didSet {
            guard let failure, failure != oldValue else { return }
            onFailure(failure)
        }
    }

    private let phase = StateStore(LoadPhase.loading(isSlow: false))
    private let account: String
    private let storage: HiddenContentStorage<Person, ItemID>
    private let onFailure: @MainActor (NoticeBoardError) -> Void
    private let store = StateStore(Content())
    private var isEnded = false
    /// The newest reading or saving; its result includes all earlier changes.
    private var newest: Task<Void, Never>?
    private var registrations: [AccountRegistration] = []

    /// Creates the list of the account that `scope` has signed in, and reads it; create it once, after the sign-in, and keep it.
    ///
    /// - Parameters:
    ///   - folder: The folder of the file; `nil` keeps the content in memory alone.
    ///   - scope: Ends the list with the session, and erases it when the account signs out. The list of an app without accounts
    ///     never ends.
    ///   - me: The signed-in person.
    ///   - onFailure: Gets each failure to read or to save. A change that could not be saved applies until the app ends, and is
    ///     saved with the next one.
    public convenience init(
        in folder: URL?, scope: AccountScope = AccountScope(), me: Person.ID? = nil,
        onFailure: @escaping @MainActor (NoticeBoardError) -> Void = { _ in }
    ) {
        self.init(in: folder, scope: scope, me: me, files: POSIXFileSystem(), onFailure: onFailure)
    }

    package convenience init(
        in folder: URL?, scope: AccountScope, me: Person.ID?, files: any FileSystem,
        onFailure: @escaping @MainActor (NoticeBoardError) -> Void = { _ in }
    ) {
        let account = scope.signedInAccount
        let file = folder.map { HiddenContentFile<Content>(directory: $0, account: account ?? "", files: files) }
        let memory = Locked<Content?>(nil)
        let storage = HiddenContentStorage<Person, ItemID>(
            load: { _ in if let file { try file.load() } else { memory.withLock { $0 } } },
            save: { content, _ in
                if let file { try file.save(content) } else { memory.withLock { $0 = content } }
            })
        self.init(account ?? "", me: me, storage, onFailure: onFailure)
        register(for: account, in: scope, paths: file?.file.paths ?? [])
    }

    /// Creates a list that is not registered with a scope.
    package init(
        _ account: String, me: Person.ID?, _ storage: HiddenContentStorage<Person, ItemID>,
        onFailure: @escaping @MainActor (NoticeBoardError) -> Void = { _ in }
    ) {
        self.account = account
        self.me = me
        self.storage = storage
        self.onFailure = onFailure
        update()
    }

    deinit { for registration in registrations { registration.release() } }

    private func register(for account: String?, in scope: AccountScope, paths: [URL]) {
        let storage = storage
        let key = self.account
        let ending = scope.register(self, for: account) { $0.end() }
        let erasing = scope.register(for: account, erasing: paths, erase: { try await storage.erase(key) })
        registrations = [ending, erasing]
    }

    /// The source of the hidden content, which is empty until it is read; lists show no rows before that.
    public var stateSource: some StateSource<Content> { store }

    // MARK: Changing

    /// Hides a person's items everywhere.
    public func block(_ person: Person) {
        guard person.id != me else { return }
        change { content in
            content.muted.removeAll { $0.id == person.id }
            content.blocked = [person] + content.blocked.filter { $0.id != person.id }
        }
    }

    /// Unblocks a person.
    public func unblock(_ person: Person.ID) { change { $0.blocked.removeAll { $0.id == person } } }

    /// Hides a person's items except on their own page; a blocked person stays blocked.
    public func mute(_ person: Person) {
        guard person.id != me else { return }
        change { content in
            guard !content.isBlocked(person.id) else { return }
            content.muted = [person] + content.muted.filter { $0.id != person.id }
        }
    }

    /// Unmutes a person.
    public func unmute(_ person: Person.ID) { change { $0.muted.removeAll { $0.id == person } } }

    /// Unblocks and unmutes a person.
    public func unhide(_ person: Person.ID) {
        change { content in
            content.blocked.removeAll { $0.id == person }
            content.muted.removeAll { $0.id == person }
        }
    }

    /// Hides an item, unless the signed-in person wrote it.
    public func hide(item: ItemID, by author: Person.ID? = nil) {
        guard author == nil || author != me else { return }
        change { $0.items.insert(item) }
    }

    /// Shows an item again.
    public func unhide(item: ItemID) { change { $0.items.remove(item) } }

    /// Shows all individually hidden items again.
    public func unhideItems() { change { $0.items = [] } }

    // MARK: Lists

    /// Hides what this list hides in a feed, now and after each change, as long as the returned observation is held.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - author: Returns the author of an item.
    ///   - id: Returns the ID that hides an item.
    ///   - owner: The owner of the page that shows the feed.
    ///   - filter: Decides about items that this list does not hide.
    /// - Returns: An observation that ends this when it is released or cancelled.
    public func hide<Item>(
        in feed: Feed<Item>, author: @escaping @Sendable (Item) -> Person.ID, id: @escaping @Sendable (Item) -> ItemID,
        on owner: Person.ID? = nil, besides filter: FeedRules<Item>.Filter? = nil
    ) -> StateObservation {
        observe { [weak feed] content in
            feed?.hide(by: content.filter(author: author, id: id, on: owner, besides: filter))
        }
    }

    /// Returns the state of a feed to show: without rows until the hidden content was read.
    ///
    /// If the content could not be read, that is the failure of the feed's refresh.
    public func shown<Item>(_ feed: FeedState<Item>) -> FeedState<Item> {
        guard phase.state != .idle else { return feed }
        var empty = FeedState<Item>()
        empty.wasRequested = feed.wasRequested
        empty.refresh = feed.isLoaded ? phase.state : feed.refresh
        empty.isStale = feed.isStale
        return empty
    }

    /// Returns a loaded value to show: none until the hidden content was read.
    public func shown<Value>(_ loaded: Loaded<Value>) -> Loaded<Value> {
        phase.state == .idle || loaded.value == nil ? loaded : Loaded(phase: phase.state)
    }

    // MARK: Reading and saving

    /// Reads the stored content again if that failed; a damaged file is replaced by an empty one.
    public func retry() {
        guard !isEnded, let failure = phase.state.failure else { return }
        if HiddenContentStorage<Person, ItemID>.startsOver(after: failure) { update { _ in } } else { update() }
    }

    /// Returns the hidden content once it is read; reads it again if that failed, unless the file is damaged.
    public func whenRead() async throws -> Content {
        let failure = phase.state.failure
        if let failure, !isEnded, !HiddenContentStorage<Person, ItemID>.startsOver(after: failure) { update() }
        repeat { await newest?.value } while phase.state.isLoading && !isEnded
        if let failure = phase.state.failure { throw failure }
        return state
    }

    private func change(_ change: @escaping HiddenContentStorage<Person, ItemID>.Change) {
        guard !isEnded else { return }
        let before = state
        store.update(change)
        // Before the stored content is read, it is not known whether the change has an effect.
        if state != before || phase.state != .idle { update(change) }
    }

    /// Saves a change, or reads the stored content.
    private func update(_ change: HiddenContentStorage<Person, ItemID>.Change? = nil) {
        let updating = storage.update(account, change)
        if phase.state != .idle { phase.state = .loading(isSlow: false) }
        // A later change starts an update of its own, which includes this one.
        newest?.cancel()
        newest = Task {
            let result = await updating.result
            guard !isEnded, !Task.isCancelled else { return }
            switch result {
            case .success(let update):
                failure = update.saveFailure
                store.state = update.content
                phase.state = .idle
            case .failure(let error):
                let error = NoticeBoardError(wrapping: error)
                if phase.state != .idle { phase.state = .failed(error) }
                failure = error
            }
        }
    }

    /// Empties the content when the session ends.
    package func end() {
        guard !isEnded else { return }
        // Changes that could not be saved are tried once more.
        storage.update(account)
        isEnded = true
        store.state = Content()
    }

    /// Returns when all changes are saved.
    package func settled() async { await storage.settled() }
}
