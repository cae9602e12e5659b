public import Foundation
import NoticeBoardBase
public import NoticeBoardKit

/// Posts that the user saved on the device, until they are deleted or the account signs out.
///
/// ```swift
/// let saved = SavedPosts(folder: folder, account: account)
/// scope.register(saved)
/// try await saved.save(post)
/// let posts = try await saved.posts()                     // the last saved first
/// ```
///
/// Safe to use from any task and by several processes.
public final class SavedPosts: Sendable, Redacted {
    /// The folder of this account's saved posts.
    public let folder: URL
    /// The account of the posts; `nil` for a service without accounts.
    let account: String?
    private let file: MirrorFile
    private let files: any FolderSystem

    /// Creates a store, without touching the disk.
    ///
    /// - Parameters:
    ///   - folder: The parent folder; each account has its own folder in it.
    ///   - account: The account, as `AccountScope` names it; `nil` for a service without accounts.
    public convenience init(folder: URL, account: String? = nil) {
        self.init(folder: folder, account: account, files: POSIXFileSystem())
    }

    package init(folder: URL, account: String?, files: any FolderSystem) {
        let name = account.map { "saved-" + $0.asFileName } ?? "saved"
        self.folder = folder.standardizedFileURL.appendingPathComponent(name, isDirectory: true)
        (self.files, self.account) = (files, account)
        file = MirrorFile(files, folder: self.folder.path, name: "posts.jsonl", maximumSize: 256 << 20)
    }

    /// Saves a post; a post that is already saved is replaced in its position.
    public func save(_ post: Post) async throws {
        let line = try MirrorLine.line(of: post)
        try await file.append { _ in [line] }
    }

    /// Deletes posts, and their texts from the disk.
    public func delete(_ ids: [Post.ID]) async throws {
        try await file.append { content in
            let known = ids.filter { content.ranges[$0] != nil }
            return known.isEmpty ? [] : [try MirrorLine.line(gone: known)]
        }
        try await file.rewrite()
    }

    /// Returns the numbers of the saved posts, the last saved first.
    public func ids() async throws -> [Post.ID] { try await file.content().all.reversed() }

    /// Returns the saved posts, the last saved first; posts with damaged lines are left out.
    public func posts() async throws -> [Post] {
        try await file.posts(file.content().all).reversed()
    }

    /// Ends this object's use for good: later calls throw `sessionOver`.
    public func end() { file.end() }

    /// Removes every trace from the disk; implies ``end()``.
    public func erase() async throws {
        end()
        try await file.erase()
        do { try files.removeFolder(folder.path) } catch { throw NoticeBoardError(error, of: "the saved posts") }
    }

    /// Hides path and account.
    public var description: String { "SavedPosts(…)" }
}

extension FolderSystem {
    /// Removes a folder with the files in it; does nothing if there is none.
    func removeFolder(_ path: String) throws(SystemFault) {
        for name in try names(in: path) { try remove(path + "/" + name) }
        try removeDirectory(path)
    }
}

extension AccountScope {
    /// Registers saved posts, which are erased when their account signs out, or `account`.
    /// - Returns: A handle that withdraws the registration.
    @discardableResult public func register(_ saved: SavedPosts, for account: String? = nil) -> AccountRegistration {
        register(
            for: account ?? saved.account, erasing: [saved.folder], end: { if $0 { saved.end() } },
            erase: { try await saved.erase() })
    }
}
