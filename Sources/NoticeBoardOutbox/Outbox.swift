public import Foundation
public import NoticeBoardBase

/// What the user wrote, kept on the device until the service has it, and sent in order, once.
///
/// ```swift
/// let outbox = Outbox(in: folder, scope: session.scope, sender: KeyedSender<NewTopic, Topic> { parcel in
///     try await client.value(for: ForumAPI.publish(parcel.draft, key: parcel.key))
/// }) { topic in changes.send(.published(topic)) }
///
/// let id = outbox.newDraft(NewTopic())
/// outbox.change(id) { $0.title = "Hello" }
/// outbox.send(id)                             // now, when the network is back, or after the next launch: once
/// ```
///
/// Drafts survive screens and launches. One is sent at a time; a refused draft is skipped, and without a network, or while the
/// service fails, all wait. If the response is lost or the app ends during sending, the draft is sent again by itself only with
/// the same idempotency key, as long as the service remembers it. Otherwise the service is searched for it, down to what existed
/// before, and if it is missing, the user is asked.
///
/// Signing out and another account's sign-in erase the drafts. A session that the service ends leaves them on the device for the
/// same account's next sign-in.
@MainActor public final class Outbox<Draft: OutboxDraft>: StateForwarding {
    /// A draft with its files and its status.
    public typealias Item = OutboxItem<Draft>

    let folder: OutboxFolder<Draft>
    let courier: DraftCourier<Draft>
    let time: TimeSource
    let now: @Sendable () -> Date
    /// The language of the composers' texts.
    let languages: StateStore<Language>
    let stateStore = StateStore(State(isLoaded: false))
    /// Erases the drafts of former accounts first, which would keep the folder's lock.
    let scope: AccountScope
    var running = OutboxTasks()
    private(set) var composers: [WeakComposer] = []
    private var registrations: [AccountRegistration] = []
    private var lifeObservation: StateObservation?
    struct WeakComposer { weak var composer: (any OpenComposer)? }

    /// Creates the outbox of the account that `scope` has signed in; create it once, after the sign-in, and keep it.
    ///
    /// - Parameters:
    ///   - folder: A folder in the app's own container that only this process uses. It is not the caches folder, which the system
    ///     empties, and not in an app group: iOS kills an app that it suspends while the app holds a file lock there.
    ///   - name: Distinguishes several outboxes in one folder.
    ///   - scope: Ends the outbox with the session, and erases it when the account signs out. The outbox of an app without
    ///     accounts never ends.
    ///   - life: The app's life: what waits is sent when the network returns, and when the app comes to the foreground.
    ///   - language: The language of the composers' texts.
    ///   - time: The clock for delays; tests pass a manual one.
    ///   - now: The date for drafts and keys.
    ///   - sender: Sends a draft, and finds out whether it arrived.
    ///   - announce: Gets what arrived, before the draft disappears.
    public convenience init<Sender: OutboxSender>(
        in folder: URL, name: String = "drafts", scope: AccountScope = AccountScope(), life: AppLife? = nil,
        language: Language = .preferred, time: TimeSource = .system, now: @escaping @Sendable () -> Date = { Date() },
        sender: Sender, announce: @escaping @MainActor @Sendable (Sender.Answer) -> Void = { _ in }
    ) where Sender.Draft == Draft {
        let account = scope.signedInAccount
        self.init(
            in: folder, name: name, account: account ?? "", files: POSIXFileSystem(), scope: scope,
            languages: StateStore(language), time: time, now: now, sender: sender, announce: announce)
        registrations = register(for: account)
        if let life { follow(life) }
    }

    /// Creates an outbox that is not registered with the scope.
    package init<Sender: OutboxSender>(
        in folder: URL, name: String = "drafts", account: String, files: any FolderSystem, scope: AccountScope,
        languages: StateStore<Language>, time: TimeSource, now: @escaping @Sendable () -> Date = { Date() }, sender: Sender,
        announce: @escaping @MainActor @Sendable (Sender.Answer) -> Void
    ) where Sender.Draft == Draft {
        let root = folder.isFileURL ? folder.standardizedFileURL.path : ""
        let drafts = OutboxFolder<Draft>(root, name: name, account: account, files: files)
        self.folder = drafts
        self.time = time
        self.now = now
        self.scope = scope
        self.languages = languages
        courier = DraftCourier(sender, folder: drafts, announce: announce)
        load()
    }

    deinit {
        running.sending?.cancel()
        running.waiting?.cancel()
        // Typed text is saved at once.
        running.typing?.cancel()
        for registration in registrations { registration.release() }
    }

    /// Registers the outbox and its folder with the scope, for one account or for any; the caller holds the result.
    package func register(for account: String?) -> [AccountRegistration] {
        let scope = scope
        let folder = folder
        let ending = scope.register(
            for: account,
            end: { [weak scope, weak folder] isErasing in
                guard let folder else { return }
                folder.end()
                if !isErasing { scope?.finish { await folder.release() } }
            })
        let emptying = scope.register(self, for: account) { $0.end() }
        guard !folder.root.isEmpty else { return [ending, emptying] }
        let path = URL(fileURLWithPath: folder.folder)
        let erasing = scope.register(for: account, erasing: [path], erase: { try await folder.erase() })
        return [ending, emptying, erasing]
    }

    /// Sends what waits when the network returns, and when the app comes to the foreground.
    package func follow(_ life: AppLife) {
        lifeObservation = life.observe { [weak self] event in
            if event != .background { self?.resume() }
        }
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { stateStore }

    /// Sets the language of the composers' texts.
    public func setLanguage(_ language: Language) { languages.state = language }

    // MARK: Composers

    /// Registers an open composer.
    func opened(_ composer: any OpenComposer) {
        composers = composers.filter { $0.composer != nil } + [WeakComposer(composer: composer)]
    }

    /// Returns the newest draft about the same thing that is being written and that no composer shows.
    func draft(toContinue draft: Draft) -> Item.ID? {
        let shown = Set(composers.compactMap { $0.composer?.id })
        let item = state.allItems.last { item in
            item.status == .writing && item.draft.subject == draft.subject && !shown.contains(item.id)
        }
        return item?.id
    }

    // MARK: The end

    /// Empties the outbox and stops all sending and changes; the account's scope calls it.
    ///
    /// Writing stops before that, on the thread where the session ended.
    package func end() {
        folder.end()
        stopSending()
        running.waiting?.cancel()
        stateStore.state = State(isLoaded: false, isOver: true)
    }
}

/// What an outbox does at the moment.
struct OutboxTasks: Sendable {
    /// The draft that is being sent or searched for, one at a time.
    var current: String?
    var sending: Task<Void, Never>?
    /// The wait before the next attempt.
    var waiting: Task<Void, Never>?
    /// The drafts that were begun in this launch.
    var begun: Set<String> = []
    /// The half second after which typed text is saved.
    var typing: Task<Void, Never>?
    /// The number of attempts since the last success.
    var failedAttempts = 0
}
