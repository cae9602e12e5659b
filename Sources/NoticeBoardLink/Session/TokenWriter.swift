import NoticeBoardBase
import NoticeBoardHTTP

/// Brings what a session lives on to its store, on a queue of its own, one call at a time.
///
/// What is written is what the session lives on at the moment of writing, and not what it lived on when somebody was told of it:
/// however slow the store is, and however late a change is told, nothing is written after a sign-out but the erasing.
final class TokenWriter: Sendable {
    private struct Content {
        /// Weak: the session's tokens tell the keeper of their changes.
        weak var tokens: TokenSession?
        /// What the store is known to hold; nothing known when there is no value at all.
        var kept: Credentials??
        var failure: NoticeBoardError?
    }

    private let store: any LinkTokenStore
    private let content = Locked(Content())
    private let queue = SerialQueue("NoticeBoard.LinkTokens")

    private let scope: AccountScope

    init(_ store: any LinkTokenStore, _ scope: AccountScope = AccountScope()) { (self.store, self.scope) = (store, scope) }

    /// Whose credentials are kept, from now on.
    func follow(_ tokens: TokenSession) { content.withLock { $0.tokens = tokens } }

    /// Why the newest could not be kept; nothing once it was.
    var failure: NoticeBoardError? { content.withLock { $0.failure } }

    /// What the store holds; nothing, and a ``failure``, where that can never be read.
    func load() async throws -> Credentials? {
        try await queue.addBlocking { try self.read() }.value
    }

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

    /// Has what the session lives on kept, or nothing when it lives on nothing; returns at once.
    ///
    /// `awake` is held until it was written: an app that is suspended before that loses the new refresh token.
    func keep(_ awake: StayingAwake? = nil) {
        // Held until it is written: whoever lets go of a session does not lose the token that was just renewed.
        guard let tokens = content.withLock({ $0.tokens }) else { return }
        // Tokens that are gone while no erasing is noted would leave the account's data to the next launch.
        if tokens.credentials == nil { queue.add { [scope] in await scope.waitUntilNoted() } }
        queue.addBlocking { withExtendedLifetime(awake) { self.write(tokens) } }
    }

    /// Returns when everything was written that had to be when it was called; throws why the newest could not be.
    func settled() async throws {
        await queue.drained()
        if let failure { throw failure }
    }

    /// On the queue alone.
    private func write(_ tokens: TokenSession) {
        let wanted = tokens.credentials
        guard content.withLock({ $0.kept }) != .some(wanted) else { return content.withLock { $0.failure = nil } }
        var failure: NoticeBoardError?
        do { try store.save(wanted) } catch { failure = NoticeBoardError(wrapping: error) }
        content.withLock { content in
            content.failure = failure
            content.kept = failure == nil ? .some(wanted) : nil
        }
    }
}
