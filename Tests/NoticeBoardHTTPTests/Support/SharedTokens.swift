import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// The tokens that an app and its extension share: only one process renews at a time, and the other one uses the result.
nonisolated struct SharedTokens: Sendable {
    /// The store of both processes, such as a keychain item of a shared access group.
    let store: any TokenStore
    /// A file in the app group's folder.
    let lockFile: URL

    /// Returns newer tokens of the other process, or those that `renew` makes of `old`.
    func renewed(
        _ old: Credentials, by renew: @Sendable (Credentials) async throws -> Credentials
    ) async throws -> Credentials {
        try await whileLocked {
            guard let stored = try store.load(), stored.account == old.account else {
                throw NoticeBoardError(.sessionOver, "The other process has signed out.")
            }
            if stored.refreshToken != old.refreshToken { return stored }
            let new = try await renew(old)
            // While the lock is held: otherwise the other process renews with a token that was used.
            try store.save(new)
            return new
        }
    }

    /// Stores the tokens of a sign-in; `nil` erases them at a sign-out.
    func replace(with credentials: Credentials?) async throws {
        try await whileLocked { try store.save(credentials) }
    }

    private func whileLocked<Value>(_ work: () async throws -> Value) async throws -> Value {
        let file = unsafe open(lockFile.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw NoticeBoardError(.storeBusy, "The file of the lock cannot be opened.") }
        // Releases the lock; so does the end of the process.
        defer { close(file) }
        while flock(file, LOCK_EX | LOCK_NB) != 0 { try await Task.sleep(nanoseconds: 20_000_000) }
        return try await work()
    }
}
