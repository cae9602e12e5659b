public import Foundation

/// Tracks the signed-in account, and ends and erases its registered data when it signs out.
///
/// ```swift
/// let scope = AccountScope(directory: folder)
/// let session = TokenSession(store: store, scope: scope) { try await renew($0) }
/// scope.register(feed) { $0.reset() }                                  // emptied, and not kept alive
/// scope.register(erasing: [drafts.folder], end: { _ in drafts.stop() })
/// ```
///
/// An **expired** session ends its members and erases no data: the user continues after the next sign-in. **Signing out** ends
/// and erases; `signOut(erasing: false)` keeps the data, to switch accounts. Data of an expired session are erased when another
/// account signs in.
///
/// With a directory, a small file records the account, the paths of its data, and erasures that have started. The next launch
/// finishes an interrupted erasure before ``waitUntilErased()`` returns, including paths that it never opens. A directory belongs
/// to one session: two sessions with the same file would erase each other's data.
///
/// Safe to use from any task and thread.
public final class AccountScope: Sendable, Redacted {
    /// Which account is signed in.
    public enum State: Sendable, Hashable {
        /// Not known yet.
        case unknown
        /// No account is signed in.
        case signedOut
        /// This account is signed in; empty where the service names none.
        case signedIn(account: String)
        /// The service ended this account's session; its data are still there.
        case expired(account: String)

        /// The account that has data here.
        package var account: String? {
            switch self {
            case .unknown, .signedOut: nil
            case .signedIn(let account), .expired(let account): account
            }
        }
    }

    /// A change of the signed-in account.
    package enum Change: Sendable {
        case restored(String?)
        case signedIn(String)
        case named(String)
        case expired
        case signedOut(erasing: Bool)
    }

    struct Content {
        var state = State.unknown
        var members: [AccountMember] = []
        var lastNumber = 0
        /// The members at the time the session expired: erased if another account signs in.
        var left: [AccountMember] = []
        /// The accounts whose erasure an earlier launch began and did not finish.
        var interruptedErasures: Set<String> = []
        var isLoaded = false
        /// Records the effects of the last change in advance.
        var noting: Task<Void, any Error>?
        /// Why part of the last erasure failed.
        var failure: NoticeBoardError?
    }

    let content = Locked(Content())
    let owner: OwnerFile
    let queue = SerialQueue("NoticeBoard.AccountScope")
    /// Held while a file of an account is put in place; nothing that a screen waits for takes it.
    ///
    /// A number, though nobody reads it: the thread sanitizer takes a value without a size for the object that holds it.
    private let storing = Locked(0)
    private let broadcast = Broadcast(State.unknown)

    /// Creates a scope that records its account in the file `name` of a folder, which is created when needed.
    ///
    /// Without a folder, the scope remembers its account until the process ends. The file is first read after a change of the
    /// account, or by ``waitUntilErased()``.
    public convenience init(directory: URL? = nil, name: String = "account") {
        self.init(directory: directory, name: name, files: POSIXFileSystem())
    }

    package init(directory: URL?, name: String = "account", files: any FolderSystem) {
        let file = directory.map { directory in
            SmallFile(directory: directory, name: name.asFileName + ".owner", what: "the account's file", files: files)
        }
        owner = OwnerFile(file, files: files)
    }

    /// Which account is signed in.
    public var state: State { content.withLock { $0.state } }
    /// The account that is signed in; `nil` if none is, or its session has ended.
    package var signedInAccount: String? { if case .signedIn(let account) = state { account } else { nil } }
    /// The current state, then later ones; a slow reader gets only the newest.
    public var states: AsyncStream<State> { broadcast.stream() }

    // MARK: Signing in and out

    /// Continues with the account of an earlier launch; `nil` if no account is signed in.
    ///
    /// Keeps this account's data. A `TokenSession` calls this and the next three methods itself.
    public func restore(_ account: String?) { begin(.restored(account)).run() }

    /// Signs an account in, and erases data that another one left by expiring or without signing out.
    ///
    /// An empty account name counts as a different account each time.
    public func signIn(_ account: String) { begin(.signedIn(account)).run() }

    /// Ends all members because the service ended the session; data stay for the same account's next sign-in.
    public func expire() { begin(.expired).run() }

    /// Ends all members and, unless `erasing` is false, begins to erase the account's data.
    ///
    /// On the main actor every screen is empty when this returns; elsewhere, at the main actor's next turn. The data are gone
    /// when ``waitUntilErased()`` returns.
    public func signOut(erasing: Bool = true) { begin(.signedOut(erasing: erasing)).run() }

    /// Returns when all pending data are erased, an earlier launch's included; await it before opening an account's data.
    ///
    /// - Returns: Why data could not be erased, if so; the next launch tries to remove their paths again.
    @discardableResult public func waitUntilErased() async -> NoticeBoardError? {
        queue.add { [self] in await load() }
        await queue.drained()
        return content.withLock { $0.failure }
    }

    /// Returns when the effects of the last change are recorded, so that a later launch can finish them.
    package func waitUntilNoted() async { _ = await content.withLock { $0.noting }?.result }

    /// Runs work before ``waitUntilErased()`` returns, such as closing a file of an ended session.
    package func finish(_ work: @escaping @Sendable () async -> Void) { queue.add(work) }

    /// Runs `work`, which checks that its account is signed in and puts a file of the account in place.
    ///
    /// A sign-out does not wait for `work`, but the erasure after it does, so the file is erased with the other data.
    package func store(_ work: () throws -> Void) rethrows { try storing.withLock { _ in try work() } }

    /// Returns when no file is being put in place any more.
    func waitUntilStored() async {
        // On a thread of its own, since a slow disk may hold the lock for long. It accesses no file, so iOS cannot refuse it.
        try? await BlockingReads("NoticeBoard.AccountScope.storing").run { [storing] in storing.withLock { _ in } }
    }

    /// Returns whether an earlier launch signed this account out but was interrupted before erasing its data.
    package func wasCutOff(_ account: String) async -> Bool {
        await waitUntilErased()
        return content.withLock { $0.interruptedErasures.contains(account) }
    }

    /// Changes the state, and returns the members to end: call `run()` once, outside of locks.
    ///
    /// The order of these calls is the order of the changes; a caller may hold a lock of its own.
    package func begin(_ change: Change) -> AccountEnding {
        content.withLock { content in
            if case .named(let account) = change, content.state == .signedIn(account: account) {
                return AccountEnding(members: [], isErasing: false) {}
            }
            let former = content.members + content.left
            let plan = content.change(change)
            broadcast.keep(content.state)
            let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
            content.noting = queue.add { [self] in await note(plan) }
            queue.add { [self] in
                for await _ in ended {}
                await carryOut(plan)
            }
            return AccountEnding(members: plan.ending, isErasing: plan.isErasing, former: former) { [broadcast] in
                broadcast.notify()
                continuation.finish()
            }
        }
    }
}
