public import Foundation
public import NoticeBoardBase

/// Items that the user saved on the device, until they are deleted or the account signs out: bookmarked topics, a wish list.
///
/// ```swift
/// let saved = SavedItems<Topic>(in: folder, scope: session.scope)
/// try await saved.save(topic)
/// let topics = try await saved.items()                    // the last saved first
/// ```
///
/// Safe to use from any task and by several processes.
public final class SavedItems<Item: Identifiable & Codable & Equatable & Sendable>: Sendable, Redacted
where Item.ID: Codable & Sendable {
    /// The folder of this account's saved items.
    public let folder: URL
    /// The account of the items; `nil` for a service without accounts.
    package let account: String?
    private let file: MirrorFile
    private let coder: ItemCoder<Item>
    private let files: any FolderSystem

    /// Creates the store of the account that `scope` has signed in, without touching the disk.
    ///
    /// - Parameters:
    ///   - folder: The parent folder; each account has its own folder in it.
    ///   - name: Distinguishes the saved items of several types in one folder.
    ///   - scope: Erases the items when the account signs out; leave it out for a service without accounts.
    ///   - rules: The version of the items' stored form. Set ``MirrorRules/upgrade`` when it changes: no service has these items.
    public convenience init(
        in folder: URL, name: String = "saved", scope: AccountScope? = nil, rules: MirrorRules<Item> = MirrorRules()
    ) {
        let account = scope?.state.account
        self.init(
            at: AccountFolder.url(in: folder, name: name, account: account), fileName: "items.jsonl", account: account,
            rules: rules, files: POSIXFileSystem())
        scope?.register(self, for: account)
    }

    /// Creates a store that is not registered with a scope.
    package init(at folder: URL, fileName: String, account: String?, rules: MirrorRules<Item>, files: any FolderSystem) {
        self.folder = folder
        self.account = account
        self.files = files
        coder = ItemCoder(rules: rules)
        file = MirrorFile(files, folder: folder.path, name: fileName, maximumSize: 256 << 20)
    }

    /// Saves an item; an item that is already saved is replaced in its position.
    public func save(_ item: Item) async throws {
        let line = try coder.line(of: item)
        try await file.append { _ in [line] }
    }

    /// Deletes items, and their texts from the disk.
    public func delete(_ ids: [Item.ID]) async throws {
        let gone = try ids.map { try StoredID($0) }
        try await file.append { content in
            let known = gone.filter { content.ranges[$0] != nil }
            return known.isEmpty ? [] : [try MirrorLine.line(gone: known)]
        }
        try await file.rewrite()
    }

    /// Returns the IDs of the saved items, the last saved first, including undecodable ones.
    public func ids() async throws -> [Item.ID] {
        try await file.content().all.reversed().compactMap { $0.value() }
    }

    /// Returns the saved items, the last saved first.
    ///
    /// Items that cannot be decoded stay on the disk and are left out; ``ids()`` has them.
    public func items() async throws -> [Item] {
        try await file.items(file.content().all, coder).items.reversed()
    }

    /// Ends this object's use for good: later calls throw `sessionOver`.
    public func end() { file.end() }

    /// Removes every trace from the disk; implies ``end()``.
    public func erase() async throws {
        end()
        try await file.erase()
        do { try files.removeFolder(folder.path) } catch { throw NoticeBoardError(error, of: "the saved items") }
    }

    /// Hides path and account.
    public var description: String { "SavedItems(…)" }
}

extension AccountScope {
    /// Registers saved items, which are erased when their account signs out, or `account`.
    ///
    /// Items that were created with a scope are registered already.
    /// - Returns: A handle that withdraws the registration.
    @discardableResult package func register<Item>(
        _ saved: SavedItems<Item>, for account: String? = nil
    ) -> AccountRegistration {
        register(
            for: account ?? saved.account, erasing: [saved.folder], end: { if $0 { saved.end() } },
            erase: { try await saved.erase() })
    }
}
