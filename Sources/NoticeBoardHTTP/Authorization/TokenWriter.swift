import NoticeBoardBase

/// Writes a session's credentials to its store, on a queue, one call at a time.
///
/// It writes the session's credentials at the time of writing: even with a slow store or a late change, only the removal is
/// written after a sign-out.
final class TokenWriter: Sendable {
    private struct Content {
        /// The stored credentials as last known; `nil` if unknown.
        var kept: Credentials??
        var failure: NoticeBoardError?
    }

    private let store: any TokenStore
    private let scope: AccountScope
    private let content = Locked(Content())
    private let queue = SerialQueue("NoticeBoard.TokenStore")

    init(_ store: any TokenStore, _ scope: AccountScope) {
        self.store = store
        self.scope = scope
    }

    /// Why the newest credentials could not be read or written; `nil` if they were.
    var failure: NoticeBoardError? { content.withLock { $0.failure } }

    /// Returns the stored credentials; `nil`, with a ``failure``, if they can never be read.
    func load() async throws -> Credentials? { try await queue.addBlocking { try self.read() }.value }

    private func read() throws -> Credentials? {
        do {
            let kept = try store.load()
            content.withLock { $0.kept = .some(kept) }
            return kept
        } catch {
            let failure = NoticeBoardError(wrapping: error)
            // An unavailable store may be readable later; a damaged one never is, and the next sign-in replaces it.
            guard [.storeDamaged, .storeTooNew].contains(failure.code) else { throw failure }
            content.withLock { $0.failure = failure }
            return nil
        }
    }

    /// Returns the credentials to store, and their generation.
    typealias Current = @Sendable () -> (credentials: Credentials?, generation: SessionGeneration)

    /// Starts writing the credentials that `current` returns then; returns at once.
    ///
    /// `awake` is retained until they are written: an app suspended before that loses the new refresh token.
    func write(_ awake: BackgroundActivity?, _ current: @escaping Current) {
        // If the tokens were removed before the erasure is recorded, a crash would leave the account's data behind.
        if current().credentials == nil { queue.add { [scope] in await scope.waitUntilNoted() } }
        queue.addBlocking { withExtendedLifetime(awake) { self.writeNow(current) } }
    }

    /// Returns when everything is written; throws the failure of the newest credentials.
    func waitUntilWritten() async throws {
        await queue.drained()
        if let failure { throw failure }
    }

    /// Called only on the queue.
    private func writeNow(_ current: Current) {
        let (wanted, generation) = current()
        // Nobody has signed in or out, and nothing was loaded: the stored tokens are those of the last launch.
        if wanted == nil, generation.number == 0, content.withLock({ $0.kept == nil }) { return }
        // What a newer version of the app stored stays until the first sign-out, or the sign-in that follows another.
        if self.failure?.code == .storeTooNew, generation.number < (wanted == nil ? 1 : 2) { return }
        guard content.withLock({ $0.kept }) != .some(wanted) else { return content.withLock { $0.failure = nil } }
        var failure: NoticeBoardError?
        do { try store.save(wanted) } catch { failure = NoticeBoardError(wrapping: error) }
        content.withLock { content in
            content.failure = failure
            content.kept = failure == nil ? .some(wanted) : nil
        }
    }
}
