import Foundation
import NoticeBoardBase

/// The drafts of one account on disk: one file per draft and one per attachment.
///
///     <folder>/drafts-<account>/<draft>.draft       the draft
///                               <draft>-<n>.jpg     what is attached, as it is sent
///                               <draft>.damaged     a draft that could not be read, as it was
///              drafts.lock                          held by the sending outbox, of any account; never removed
///
/// An attachment is written before its draft and removed after it. One queue does everything in order.
final class DraftStore: Sendable, Redacted {
    struct Content {
        var isEnded = false
        var lock: Int32?
        /// The drafts as they are to be stored.
        var wanted: [LinkDraft] = []
        /// The drafts of this outbox as they are on disk.
        var stored: [LinkDraft.ID: LinkDraft] = [:]
        /// The files written in this launch, including attachments of drafts that are not written yet.
        var written: Set<String> = []
    }

    let root: String
    let folder: String
    let files: any FolderSystem
    let content = Locked(Content())
    private let queue = SerialQueue("NoticeBoard.LinkDrafts")
    /// Reads what is attached, and what was uploaded, without waiting for writes.
    let reads = BlockingReads("NoticeBoard.LinkDrafts.reads")
    static let draftEnd = ".draft"
    static let lockName = "drafts.lock"
    static let damagedEnd = ".damaged"
    static let temporaryEnd = ".part"

    /// Does not touch the disk before the first use.
    init(_ root: String, account: String, files: any FolderSystem) {
        self.root = root
        self.files = files
        folder = root + "/drafts-" + HashedName.of(account)
    }

    deinit { releaseLock() }

    var isEnded: Bool { content.withLock { $0.isEnded } }

    func path(_ name: String) -> String { folder + "/" + name }

    /// Runs work on the queue; throws once the store has ended, unless `isEnding`.
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
    func setWanted(_ drafts: [LinkDraft], loaded: [LinkDraft] = []) {
        content.withLock { content in
            guard !content.isEnded else { return }
            content.wanted = drafts.map(\.asStored).filter { !$0.isUntouched }
            for draft in loaded { content.stored[draft.id] = draft }
        }
    }

    /// Makes the folder match the wanted drafts; they are on disk when this returns.
    func save() async throws { try await run { [self] in try match() } }

    /// Removes and writes drafts until the folder matches or an operation fails; removes first, in case the disk is full.
    private func match() throws {
        let (wanted, stored) = content.withLock { ($0.wanted, $0.stored) }
        let kept = Set(wanted.map(\.id))
        for draft in stored.values where !kept.contains(draft.id) { try remove(draft) }
        for draft in wanted where stored[draft.id] != draft { try write(draft) }
    }

    private func write(_ draft: LinkDraft) throws {
        try put(try StoredDraft.data(of: draft), draft.id + Self.draftEnd)
        try files.syncDirectory(folder, .ordered)
        content.withLock { $0.stored[draft.id] = draft }
    }

    private func put(_ data: Data, _ name: String) throws {
        content.withLock { _ = $0.written.insert(name) }
        try files.makeDirectories(folder)
        try files.put(data, at: path(name), by: path(name + Self.temporaryEnd))
    }

    private func remove(_ draft: LinkDraft) throws {
        try files.remove(path(draft.id + Self.draftEnd))
        if try files.status(at: folder) != nil { try files.syncDirectory(folder, .ordered) }
        for file in draft.files { try? files.remove(path(file.name)) }
        content.withLock { $0.stored[draft.id] = nil }
    }

    /// Whether the folder certainly has no file of a draft.
    func hasNoFile(of draft: LinkDraft) async -> Bool {
        let looking = queue.addBlocking { [files, file = path(draft.id + Self.draftEnd)] in
            do throws(SystemFault) { return try files.status(at: file) == nil } catch { return error.code == ENOTDIR }
        }
        return (try? await looking.value) ?? false
    }

    // MARK: Attachments

    /// Saves a file for a draft as it will be sent: checked, and cleaned of metadata.
    func keep(_ file: LinkFile, for draft: LinkDraft.ID) async throws -> LinkDraft.File {
        let (data, kind) = try await reads.run {
            let ready = try file.readyForPost()
            return (try ready.bytes(), ready.kind)
        }
        let name = "\(draft)-\(UUID().uuidString.prefix(8).lowercased()).\(kind.rawValue)"
        try await keep(data, name)
        return LinkDraft.File(name: name, kind: kind, bytes: data.count)
    }

    /// Saves an attachment.
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
    func close() async {
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

    typealias Found = (drafts: [LinkDraft], expired: [LinkDraft], unreadable: [String])

    /// Far above any real size.
    private static let longest = 16 << 20

    /// Loads the drafts, the newest last, and locks the folder against other processes and outboxes.
    ///
    /// `expired` are drafts to remove, because they were never sent and are too old or too many, and `unreadable` the files of
    /// damaged ones. Throws `storeBusy` if the folder is locked already, and `invalidInput` for an app group's folder.
    func load() async throws -> Found {
        try await run { [self] in
            try Self.refuseAppGroup(URL(fileURLWithPath: root))
            try files.makeDirectories(folder)
            guard try takeLock() else {
                throw NoticeBoardError(.storeBusy, "Another process, or another outbox, sends the drafts of this folder.")
            }
            let names = try files.names(in: folder).sorted()
            var (all, unreadable) = ([] as [(draft: LinkDraft, age: Double)], [] as [String])
            for name in names where name.hasBytes(atEnd: Self.draftEnd) {
                do {
                    if let read = try read(name, &unreadable) { all.append(read) }
                } catch let fault as SystemFault where fault.code == ELOOP || fault.code == EISDIR {
                    // A link or a folder with a draft's name must not hide the others.
                    unreadable.append(name)
                }
            }
            sweep(names, all.flatMap(\.draft.files), unreadable)
            let kept = Self.kept(all)
            return (kept, all.map(\.draft).filter { !kept.contains($0) }, unreadable)
        }
    }

    /// Returns the drafts to keep, the newest last: of those that were never sent, the newest fifty of the last thirty days.
    static func kept(_ drafts: [(draft: LinkDraft, age: Double)]) -> [LinkDraft] {
        let sorted = drafts.filter { !$0.draft.isUntouched }.sorted { $0.age > $1.age }
        let unsent = sorted.filter { $0.draft.wasNeverSent && $0.age < 30 * 86_400 }.suffix(50).map(\.draft.id)
        return sorted.map(\.draft).filter { !$0.wasNeverSent || unsent.contains($0.id) }
    }

    /// Throws for an app group's folder: iOS kills an app that is suspended with a lock there, and the outbox holds the lock as
    /// long as it lives.
    static func refuseAppGroup(_ folder: URL) throws(NoticeBoardError) {
        guard folder.path.range(of: "/Containers/Shared/AppGroup/", options: .literal) != nil else { return }
        throw NoticeBoardError(
            .invalidInput, "Drafts are kept in a folder of the app's own, not in one of an app group.", remedy: Remedy.noAction)
    }

    /// Locks the folder; returns `false` if another process or outbox holds the lock.
    private func takeLock() throws -> Bool {
        guard content.withLock({ $0.lock == nil }) else { return true }
        let lock = try files.takeLock(root + "/" + Self.lockName, "The drafts' lock", until: files.uptime)
        content.withLock { $0.lock = lock }
        return lock != nil
    }

    /// Releases the folder's lock.
    private func releaseLock() {
        let file = content.withLock { content in
            defer { content.lock = nil }
            return content.lock
        }
        if let file { files.releaseLock(file) }
    }

    /// Returns a draft and its age in seconds; sets a damaged one aside.
    private func read(_ name: String, _ unreadable: inout [String]) throws -> (draft: LinkDraft, age: Double)? {
        let file = try files.openToRead(path(name), "The file of a draft")
        defer { files.close(file) }
        let status = try files.status(of: file)
        let data = Data(try files.read(file, min(status.size, Self.longest), at: 0))
        let id = String(name.unicodeScalars.dropLast(Self.draftEnd.unicodeScalars.count))
        do throws(NoticeBoardError) {
            let draft = try StoredDraft.draft(in: data, id: id)
            // A symbolic link in place of an attachment could upload any file.
            let isWhole = draft.files.allSatisfy { (try? files.status(at: path($0.name))).map { $0.kind == .file } ?? true }
            guard isWhole else { throw NoticeBoardError(.storeDamaged, "What is attached to a draft is no file.") }
            return (draft, Date().timeIntervalSince1970 - status.modified)
        } catch {
            let isDamaged = error.code == .storeDamaged
            if isDamaged { try files.rename(path(name), to: path(id + Self.damagedEnd)) }
            unreadable.append(isDamaged ? id + Self.damagedEnd : name)
            return nil
        }
    }

    /// Removes leftovers of a killed process: temporary files and attachments without a draft.
    private func sweep(_ names: [String], _ attached: [LinkDraft.File], _ unreadable: [String]) {
        let named = content.withLock { $0.written }.union(attached.map(\.name))
        for name in names {
            let owner = name.utf8.lastIndex(of: UInt8(ascii: "-")).map { String(name[..<$0]) } ?? ""
            let isAttached = [".jpg", ".png", ".gif", ".pdf"].contains { name.hasBytes(atEnd: $0) }
            // Attachments of unreadable drafts are kept.
            let isOfUnreadable = unreadable.contains { $0.utf8.starts(with: owner.utf8) }
            let isKept = named.contains(name) || isOfUnreadable || names.contains(owner + Self.damagedEnd)
            if name.hasBytes(atEnd: Self.temporaryEnd) || isAttached && !isKept { try? files.remove(path(name)) }
        }
    }
}
