import Foundation
import NoticeBoardBase

/// The drafts of one account on disk: one file per draft and one per attachment.
///
///     <folder>/<name>-<account>/<draft>.draft       the draft
///                               <draft>-<n>.jpg     what is attached, as it is sent
///                               <draft>.damaged     a draft that could not be read, as it was
///              <name>.lock                          held by the sending outbox, of any account; never removed
///
/// An attachment is written before its draft and removed after it. One queue does everything in order.
final class OutboxFolder<Draft: OutboxDraft>: Sendable, Redacted {
    typealias Item = OutboxItem<Draft>

    struct Content {
        var isEnded = false
        var lock: Int32?
        /// The drafts as they are to be stored.
        var wanted: [Item] = []
        /// The drafts of this outbox as they are on disk.
        var stored: [Item.ID: Item] = [:]
        /// The drafts that may have a file: also those that were written, and failed after that.
        var mayHaveFile: [Item.ID: Item] = [:]
        /// The files written in this launch, including attachments of drafts that are not written yet.
        var written: Set<String> = []
    }

    let root: String
    let folder: String
    let files: any FolderSystem
    let content = Locked(Content())
    private let lockPath: String
    private let queue = SerialQueue("NoticeBoard.Outbox")

    /// Does not touch the disk before the first use.
    init(_ root: String, name: String, account: String, files: any FolderSystem) {
        self.root = root
        self.files = files
        let name = name.asFileName
        folder = root + "/" + name + "-" + HashedName.of(account)
        lockPath = root + "/" + name + ".lock"
    }

    deinit { releaseLock() }

    var isEnded: Bool { content.withLock { $0.isEnded } }

    func path(_ name: String) -> String { folder + "/" + name }

    /// Runs work on the queue; throws once the folder has ended, unless `isEnding`.
    ///
    /// Errors do not have the path, which may contain a person's name.
    func run<Value: Sendable>(isEnding: Bool = false, _ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await queue.addBlocking { [self] in
            guard !root.isEmpty else { throw NoticeBoardError(.invalidInput, "The drafts' folder is no file URL.") }
            guard isEnding || !isEnded else { throw NoticeBoardError(.sessionOver, "The drafts are of a former account.") }
            do { return try work() } catch { throw NoticeBoardError(error, of: "a draft") }
        }.value
    }

    // MARK: Saving

    /// Sets the drafts to store; ``save()`` writes them.
    ///
    /// `loaded` are drafts of earlier launches: those that are not wanted are removed.
    func setWanted(_ items: [Item], loaded: [Item] = []) {
        content.withLock { content in
            guard !content.isEnded else { return }
            content.wanted = items.map(\.asStored).filter { !$0.isUntouched }
            for item in loaded {
                content.stored[item.id] = item
                content.mayHaveFile[item.id] = item
            }
        }
    }

    /// Makes the folder match the wanted drafts; they are on disk when this returns.
    func save() async throws { try await run { [self] in try match() } }

    /// Removes and writes drafts until the folder matches or an operation fails; removes first, in case the disk is full.
    ///
    /// Before the file of a sent draft goes, an equal one has stored that its item is not its own: otherwise a launch that begins
    /// between the two steps would take the item for the other draft's.
    private func match() throws {
        let (wanted, stored) = content.withLock { ($0.wanted, $0.stored) }
        let kept = Set(wanted.map(\.id))
        let isTold = { (item: Item) in item.sentSince != stored[item.id]?.sentSince }
        let left = content.withLock { Array($0.mayHaveFile.values) }.filter { !kept.contains($0.id) }
        do {
            for item in wanted where stored[item.id] != nil && isTold(item) { try write(item) }
        } catch {
            // A draft that was never sent has no item that could be taken for another's.
            for item in left where item.wasNeverSent { try remove(item) }
            throw error
        }
        for item in left { try remove(item) }
        for item in wanted where content.withLock({ $0.stored[item.id] }) != item { try write(item) }
    }

    private func write(_ item: Item) throws {
        content.withLock { $0.mayHaveFile[item.id] = item }
        try put(try StoredDraft.data(of: item), item.id + OutboxFileName.draft)
        try files.syncDirectory(folder, .ordered)
        content.withLock { $0.stored[item.id] = item }
    }

    private func put(_ data: Data, _ name: String) throws {
        content.withLock { _ = $0.written.insert(name) }
        try files.makeDirectories(folder)
        try files.put(data, at: path(name), by: path(name + OutboxFileName.temporary))
    }

    private func remove(_ item: Item) throws {
        try files.remove(path(item.id + OutboxFileName.draft))
        if try files.status(at: folder) != nil { try files.syncDirectory(folder, .ordered) }
        for file in item.files { try? files.remove(path(file.name)) }
        content.withLock { content in
            content.stored[item.id] = nil
            content.mayHaveFile[item.id] = nil
        }
    }

    /// Whether the folder certainly has no file of a draft.
    func hasNoFile(of id: Item.ID) async -> Bool {
        let looking = queue.addBlocking { [files, file = path(id + OutboxFileName.draft)] in
            do throws(SystemFault) { return try files.status(at: file) == nil } catch { return error.code == ENOTDIR }
        }
        return (try? await looking.value) ?? false
    }

    // MARK: Attachments

    /// Saves the bytes of an attachment.
    func keep(_ data: Data, _ name: String) async throws { try await run { [self] in try put(data, name) } }

    /// Removes an attachment once the drafts without it are on disk; after a failure, a later launch removes it.
    func removeAttachment(_ name: String) async {
        try? await run { [self] in
            try match()
            try files.remove(path(name))
        }
    }

    // MARK: The end

    /// Stops accepting changes.
    func end() { content.withLock { $0.isEnded = true } }

    /// Writes the last changes and releases the folder's lock; the drafts stay for the account's next sign-in.
    func release() async {
        try? await run(isEnding: true) { [self] in
            defer { releaseLock() }
            try match()
        }
    }

    /// Removes all drafts of the account and releases the folder's lock.
    ///
    /// If another outbox holds the lock, only files written here are removed.
    func erase() async throws {
        try await run(isEnding: true) { [self] in
            defer { releaseLock() }
            // If it is not known who holds the lock, the account's data are erased all the same.
            let isHeldElsewhere = (try? takeLock()) == false
            if !isHeldElsewhere { return try files.removeTree(folder) }
            for name in content.withLock({ $0.written }) { try files.remove(path(name)) }
        }
    }

    /// Locks the folder; returns `false` if another process or outbox holds the lock for a number of seconds.
    func takeLock(within seconds: Double = 0) throws -> Bool {
        guard content.withLock({ $0.lock == nil }) else { return true }
        let lock = try files.takeLock(lockPath, "The drafts' lock", until: files.uptime + seconds)
        content.withLock { $0.lock = lock }
        return lock != nil
    }

    private func releaseLock() {
        let file = content.withLock { content in
            defer { content.lock = nil }
            return content.lock
        }
        if let file { files.releaseLock(file) }
    }
}

extension OutboxItem {
    /// What was sent since its first attempt.
    fileprivate var sentSince: [String]? { delivery.existing?.sentSince }
}
