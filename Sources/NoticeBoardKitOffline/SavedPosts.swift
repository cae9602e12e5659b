public import Foundation
public import NoticeBoardBase
public import NoticeBoardKit
public import NoticeBoardOffline

/// Posts that the user saved on the device, until they are deleted or the account signs out.
///
/// ```swift
/// let saved = SavedPosts(folder: folder, account: account)
/// scope.register(saved)
/// try await saved.save(post)
/// let posts = try await saved.posts()                     // the last saved first
/// ```
public typealias SavedPosts = SavedItems<Post>

extension SavedItems<Post> {
    /// Creates a store, without touching the disk.
    ///
    /// - Parameters:
    ///   - folder: The parent folder; each account has its own folder in it.
    ///   - account: The account, as `AccountScope` names it; `nil` for a service without accounts.
    public convenience init(folder: URL, account: String? = nil) {
        let name = account.map { "saved-" + $0.asFileName } ?? "saved"
        self.init(
            at: folder.standardizedFileURL.appendingPathComponent(name, isDirectory: true), fileName: "posts.jsonl",
            account: account, rules: MirrorRules<Post>(), files: POSIXFileSystem())
    }

    /// Returns the saved posts, the last saved first; posts with damaged lines are left out.
    public func posts() async throws -> [Post] { try await items() }
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
