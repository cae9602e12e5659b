public import Foundation

/// Knows which account is signed in, who holds data of it, and ends and erases that data when the account goes.
///
/// ```swift
/// let scope = AccountScope(directory: folder)
/// let session = TokenSession(keychain.credentials, scope: scope, refresh: refresh)
/// scope.register(feed) { $0.reset() }                                  // emptied, and not kept alive
/// scope.register(erasing: [drafts.folder], end: { _ in drafts.stop() })
/// ```
///
/// An **expired** session ends what registered and erases nothing: the person goes on after the next sign-in. **Signing out** ends
/// and erases; `signOut(erasing: false)` changes accounts and keeps. What an expired session left is erased when another account
/// signs in.
///
/// With a directory, a small file there remembers the account, the paths of its data, and that an erasing has begun. An erasing that
/// was cut off is finished in the next launch, before ``waitUntilErased()`` returns; also of paths that this launch never opens. A
/// directory belongs to one session: two sessions over one file would erase each other's data.
///
/// Safe to use from any task and thread.
public final class AccountScope: Sendable {
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

        /// The account whose data are there.
        var account: String? {
            switch self {
            case .unknown, .signedOut: nil
            case .signedIn(let account), .expired(let account): account
            }
        }
    }

    /// What happens to an account.
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
        /// What was registered when the session expired: erased if another account signs in.
        var left: [AccountMember] = []
        /// The accounts whose erasing an earlier launch began and did not finish.
        var cutOff: Set<String> = []
        var isLoaded = false
        /// Writes down what the last change is about to do.
        var noting: Task<Void, any Error>?
        /// Why the last erasing failed in part.
        var failure: NoticeBoardError?
    }

    let content = Locked(Content())
    let owner: OwnerFile
    let queue = SerialQueue("NoticeBoard.AccountScope")
    private let broadcast = Broadcast(State.unknown)

    /// Creates a scope that remembers its account as long as the process runs.
    public convenience init() { self.init(OwnerFile(nil, files: POSIXFileSystem())) }

    /// Creates a scope that remembers its account in the file `name` of a folder, which is created when it is needed.
    ///
    /// Nothing is read before the first sign-in, sign-out or ``waitUntilErased()``.
    public convenience init(directory: URL, name: String = "account") {
        self.init(directory: directory, name: name, files: POSIXFileSystem())
    }

    package convenience init(directory: URL, name: String = "account", files: any FolderSystem) {
        let file = SmallFile(directory: directory, name: name.asFileName + ".owner", what: "the account's file", files: files)
        self.init(OwnerFile(file, files: files))
    }

    private init(_ owner: OwnerFile) { self.owner = owner }

    /// Which account is signed in.
    public var state: State { content.withLock { $0.state } }
    /// The current state, then later ones; a slow reader gets only the newest.
    public var states: AsyncStream<State> { broadcast.stream() }

    // MARK: Signing in and out

    /// Continues with the account of an earlier launch; `nil` if no account is signed in.
    ///
    /// Ends and erases nothing of this account. A `TokenSession` calls these four itself.
    public func restore(_ account: String?) { begin(.restored(account)).run() }

    /// Signs an account in, and erases what another one left whose session expired or was not signed out.
    ///
    /// An account without a name counts as another one each time.
    public func signIn(_ account: String) { begin(.signedIn(account)).run() }

    /// Ends everything because the service ended the session; data stay for the same account's next sign-in.
    public func expire() { begin(.expired).run() }

    /// Ends everything and begins to erase the account's data, unless it only gives way to another account.
    ///
    /// On the main actor every screen is empty when this returns; elsewhere at the main actor's next turn. The data are gone when
    /// ``waitUntilErased()`` returns.
    public func signOut(erasing: Bool = true) { begin(.signedOut(erasing: erasing)).run() }

    /// Returns when everything is erased that was to be erased, by an earlier launch too; await it before opening an account's data.
    ///
    /// - Returns: Why a registered closure could not erase. Paths that could not be removed are tried again in the next launch.
    @discardableResult public func waitUntilErased() async -> NoticeBoardError? {
        queue.add { [self] in await load() }
        await queue.drained()
        return content.withLock { $0.failure }
    }

    /// Returns when it is written down what the last change erases, so that a later launch finishes it.
    package func waitUntilNoted() async { _ = await content.withLock { $0.noting }?.result }

    /// Runs work before ``waitUntilErased()`` returns, such as the closing of a file that an ended session leaves.
    package func finish(_ work: @escaping @Sendable () async -> Void) { queue.add(work) }

    /// Whether an earlier launch signed this account out and was cut off before its data were erased.
    package func wasCutOff(_ account: String) async -> Bool {
        await waitUntilErased()
        return content.withLock { $0.cutOff.contains(account) }
    }

    /// Changes the state, and returns what is to be ended for it: run it once, outside of locks.
    ///
    /// The order of these calls is the order of the changes; a caller may hold a lock of its own.
    package func begin(_ change: Change) -> AccountEnding {
        content.withLock { content in
            if case .named(let account) = change, content.state == .signedIn(account: account) {
                return AccountEnding(members: [], isErasing: false) {}
            }
            let plan = content.change(change)
            broadcast.keep(content.state)
            let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
            content.noting = queue.add { [self] in await note(plan) }
            queue.add { [self] in
                for await _ in ended {}
                await carryOut(plan)
            }
            return AccountEnding(members: plan.ending, isErasing: plan.isErasing) { [broadcast] in
                broadcast.notify()
                continuation.finish()
            }
        }
    }
}

extension AccountScope: Redacted {
    /// Never the account.
    public var description: String { "AccountScope(…)" }
}
