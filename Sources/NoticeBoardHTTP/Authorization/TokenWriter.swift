import NoticeBoardBase

/// Writes a session's credentials to its store, on a queue of its own, one call at a time.
///
/// It writes what the session holds at the moment of writing: however slow the store is, and however late a change arrives, after
/// a sign-out nothing is written but the erasing.
final class TokenWriter: Sendable {
    private struct Content {
        /// Weak: the session holds its writer.
        weak var session: SessionState?
        /// What the store is known to hold; `nil` if that is not known.
        var kept: Credentials??
        var failure: NoticeBoardError?
    }

    private let store: any TokenStore
    private let scope: AccountScope
    private let content = Locked(Content())
    private let queue = SerialQueue("NoticeBoard.TokenStore")

    init(_ store: any TokenStore, _ scope: AccountScope) { (self.store, self.scope) = (store, scope) }

    /// Writes the credentials of `session` from now on.
    func follow(_ session: SessionState) { content.withLock { $0.session = session } }

    /// Why the newest credentials could not be written; `nil` if they were.
    var failure: NoticeBoardError? { content.withLock { $0.failure } }

    /// Returns what the store holds; `nil`, with a ``failure``, if that can never be read.
    func load() async throws -> Credentials? { try await queue.addBlocking { try self.read() }.value }

    private func read() throws -> Credentials? {
        do {
            let kept = try store.load()
            content.withLock { $0.kept = .some(kept) }
            return kept
        } catch {
            let failure = NoticeBoardError(wrapping: error)
            // What cannot be read now may be readable later; what is damaged never is, and the next sign-in replaces it.
            guard [.storeDamaged, .storeTooNew].contains(failure.code) else { throw failure }
            content.withLock { $0.failure = failure }
            return nil
        }
    }

    /// Begins to write what the session holds; returns at once.
    ///
    /// `awake` is held until it is written: an app that is suspended before that loses the new refresh token.
    func write(_ awake: StayingAwake? = nil) {
        // Held until it is written: whoever releases a session does not lose the token that was just renewed.
        guard let session = content.withLock({ $0.session }) else { return }
        // Tokens that are gone before an erasing is noted would leave the account's data to the next launch.
        if session.credentials == nil { queue.add { [scope] in await scope.waitUntilNoted() } }
        queue.addBlocking { withExtendedLifetime(awake) { self.writeNow(session) } }
    }

    /// Returns when everything is written; throws why the newest credentials could not be.
    func waitUntilWritten() async throws {
        await queue.drained()
        if let failure { throw failure }
    }

    /// Runs on the queue alone.
    private func writeNow(_ session: SessionState) {
        let wanted = session.credentials
        guard content.withLock({ $0.kept }) != .some(wanted) else { return content.withLock { $0.failure = nil } }
        var failure: NoticeBoardError?
        do { try store.save(wanted) } catch { failure = NoticeBoardError(wrapping: error) }
        content.withLock { content in
            content.failure = failure
            content.kept = failure == nil ? .some(wanted) : nil
        }
    }
}
