public import NoticeBoardBase
public import NoticeBoardHTTP

/// Whoever reads the boards on this device: everything that shows or keeps something of theirs, ended and erased in one call.
///
/// ```swift
/// let account = BoardAccount()
/// account.register(menu)                        // with it go the selection and the list
/// account.register(search)
/// account.register(history)
/// session.register(account)                     // however the session ends; again after each sign-in
/// await account.signOut()                       // or session.signOut()
/// ```
///
/// When it ends, nothing is written any more that had not begun, and every screen is empty: before the call returns on the main
/// actor, and else at the main actor's next turn. What is being written is finished then, and all that was kept is erased, in
/// the order in which it registered. What is registered stays so for whoever signs in next.
@MainActor public final class BoardAccount {
    /// Erases what was kept by the time of an end.
    typealias Erasing = @Sendable () async throws -> Void

    private struct Screen { weak var screen: (any AccountScreen)? }

    private var screens: [Screen] = []
    /// What ends each store, and tells what is to be erased of it.
    private let stores = Locked<[@Sendable () -> Erasing]>([])
    /// What the session ended and has not begun to erase, end by end.
    private let ended = Locked<[[Erasing]]>([])
    /// The emptying of the screens, where the end was told elsewhere than on the main actor.
    private let emptying = Locked<Task<Void, Never>?>(nil)

    /// An account with nothing in it.
    public init() {}

    /// Empties a screen when somebody signs out; it is not kept alive.
    public func register(_ screen: some AccountScreen) {
        screens.removeAll { $0.screen == nil }
        screens.append(Screen(screen: screen))
    }

    /// Ends and erases a search history when somebody signs out.
    public func register(_ history: AccountHistory) {
        register(end: { history.end() }, erase: { try await history.erase() })
    }

    /// Ends and erases something of the app's own when somebody signs out.
    ///
    /// - Parameters:
    ///   - end: Gives up at once what is under way, on whatever thread.
    ///   - erase: Removes what was kept; the next is erased when it returns, also when it throws.
    public func register(
        end: @escaping @Sendable () -> Void = {}, erase: @escaping @Sendable () async throws -> Void
    ) {
        register(ending: {
            end()
            return erase
        })
    }

    /// The same of something that gives way to another account's: `end` says what is to be erased, whatever is there by then.
    func register(ending end: @escaping @Sendable () -> Erasing) { stores.withLock { $0.append(end) } }

    /// Ends everything, and returns when all that was kept is erased.
    ///
    /// - Parameter erasing: Whether what was kept goes; where it stays, for an account that is only changed for another, what was
    ///   asked for is still written.
    /// - Returns: Why something could not be erased, if anything could not.
    @discardableResult public func signOut(erasing: Bool = true) async -> NoticeBoardError? {
        let ended = erasing ? endStores() : []
        empty()
        return await erase(ended)
    }

    private func empty() { for screen in screens { screen.screen?.reset() } }

    private nonisolated func endStores() -> [Erasing] { stores.withLock { $0 }.map { $0() } }

    private nonisolated func erase(_ ended: [Erasing]) async -> NoticeBoardError? {
        var failure: NoticeBoardError?
        for erase in ended {
            do { try await erase() } catch { failure = failure ?? NoticeBoardError(wrapping: error) }
        }
        return failure
    }
}

extension BoardAccount: SessionScoped {
    /// Gives up all that is under way and empties every screen, at once where this is the main actor.
    public nonisolated func end() {
        let now = endStores()
        ended.withLock { $0.append(now) }
        if MainQueue.isHere { return MainActor.assumeIsolated { empty() } }
        let task = Task { @MainActor in empty() }
        emptying.withLock { $0 = task }
    }

    /// Removes all that was kept of what ended, and returns when that is done; what another account was given since stays.
    public nonisolated func erase() async {
        await emptying.withLock { $0 }?.value
        let first = ended.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        _ = await erase(first ?? endStores())
    }
}
