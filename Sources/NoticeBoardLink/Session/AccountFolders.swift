import Dispatch
import Foundation
import NoticeBoardBase

/// The folders in which accounts keep drafts and pictures, as far as a session knows them.
///
/// Erases by folder, so that nothing is left of what this launch never opened.
final class AccountFolders: Sendable {
    private struct Content {
        var roots: Set<String> = []
        var erasing: Task<Void, Never>?
    }

    private let content = Locked(Content())
    private let files: any FolderSystem
    private let queue = DispatchQueue(label: "NoticeBoard.LinkFolders", qos: .userInitiated)

    init(_ folders: [URL], files: any FolderSystem = POSIXFileSystem()) {
        self.files = files
        for folder in folders { _ = add(folder) }
    }

    /// Remembers a folder, and returns its path; `nil` for an address that is no file's.
    func add(_ folder: URL?) -> String? {
        guard let folder, folder.isFileURL else { return nil }
        let path = folder.standardizedFileURL.path
        content.withLock { _ = $0.roots.insert(path) }
        return path
    }

    /// Begins to erase what is kept of every account except `account`, when `ready` has returned.
    func erase(except account: String?, after ready: @escaping @Sendable () async -> Void) {
        content.withLock { content in
            content.erasing = Task { [self, before = content.erasing] in
                await before?.value
                await ready()
                await remove(except: account)
            }
        }
    }

    /// Returns when everything is erased that was to be erased.
    func waitUntilErased() async { await content.withLock { $0.erasing }?.value }

    private func remove(except account: String?) async {
        let roots = content.withLock { $0.roots }
        await withCheckedContinuation { continuation in
            queue.async { [files] in
                for root in roots {
                    DraftStore.removeAccounts(in: root, except: account, files)
                    PictureDisk.removeAccounts(in: root, except: account, files)
                }
                continuation.resume()
            }
        }
    }
}

extension FolderSystem {
    /// Removes the folders of accounts in `root` whose names begin with `start`, except the one at the path `kept`.
    func removeAccounts(in root: String, _ start: String, except kept: String?) {
        for name in (try? names(in: root)) ?? [] where PictureName.isOne(name, after: start) {
            let path = root + "/" + name
            if path != kept { removeFolder(path) }
        }
    }

    /// Removes a folder with the files in it that `isMeant` names; a symbolic link in its place is not followed.
    func removeFolder(_ folder: String, where isMeant: (String) -> Bool = { _ in true }) {
        guard let found = try? status(at: folder), found.kind == .directory else { return }
        for name in (try? names(in: folder)) ?? [] where isMeant(name) { try? remove(folder + "/" + name) }
        try? removeDirectory(folder)
    }
}

extension AccountFolders: Redacted {
    /// Never the folders: a path may name a person.
    var description: String { "AccountFolders(…)" }
}
