public import Foundation
package import NoticeBoardBase

extension LinkSession {
    /// The outbox of the signed-in account, the same object for every caller; `nil` if no account is signed in.
    ///
    /// `folder` is in the app's own container, and only this process and this account use it; the first caller's folder counts.
    /// It is not the caches folder, which the system empties, and not in an app group: the outbox holds a file lock as long as it
    /// lives, and iOS kills an app that it suspends while the app holds a lock there. iOS' app group folders are refused by
    /// `invalidInput` in ``LinkOutbox/State/failure``, and nothing is sent.
    @MainActor public func outbox(in folder: URL) -> LinkOutbox? { outbox(in: folder, files: POSIXFileSystem()) }

    @MainActor package func outbox(in folder: URL, files: any FolderSystem, time: TimeSource? = nil) -> LinkOutbox? {
        guard let context else { return nil }
        let time = time ?? self.time
        let root = folder.isFileURL ? folder.standardizedFileURL.path : ""
        return accountObject { [scope] user, service, _ in
            LinkOutbox(user: user, service, context, DraftStore(root, account: user, files: files), time, scope)
        } register: { [scope] outbox, user in
            let store = outbox.store
            scope.register(
                for: user,
                end: { [weak scope, weak outbox] isErasing in
                    guard let store = outbox?.store else { return }
                    store.end()
                    if !isErasing { scope?.finish { await store.close() } }
                })
            scope.register(outbox, for: user) { $0.end() }
            guard !root.isEmpty else { return }
            let folder = URL(fileURLWithPath: store.folder)
            objects.hold(scope.register(for: user, erasing: [folder], erase: { try await store.erase() }))
        } end: {
            $0.end()
        }
    }
}
