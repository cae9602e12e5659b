public import Foundation
package import NoticeBoardBase
import NoticeBoardOutbox

extension LinkSession {
    /// The outbox of the signed-in account, the same object for every caller; `nil` if no account is signed in.
    ///
    /// `folder` is in the app's own container, and only this process and this account use it; the first caller's folder counts.
    /// It is not the caches folder, which the system empties, and not in an app group: the outbox holds a file lock as long as it
    /// lives, and iOS kills an app that it suspends while the app holds a lock there. iOS' app group folders are refused by
    /// `invalidInput` in the state's `failure`, and nothing is sent.
    @MainActor public func outbox(in folder: URL) -> LinkOutbox? { outbox(in: folder, files: POSIXFileSystem()) }

    @MainActor package func outbox(in folder: URL, files: any FolderSystem, time: TimeSource? = nil) -> LinkOutbox? {
        guard let account else { return nil }
        let time = time ?? self.time
        return accountObject { [scope] user, service, _ in
            let sender = LinkSender(service: service, user: user, uploads: account.uploads)
            return LinkOutbox(
                in: folder, account: user, files: files, scope: scope, languages: account.signals.languages, time: time,
                sender: sender
            ) { [changes = account.changes] change in changes.send(change) }
        } register: { outbox, user in
            outbox.register(for: user)
        } end: {
            $0.end()
        }
    }
}
