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
    private struct Content {
        var isEnded = false
        var lock: Int32?
        /// The newest pending write or removal of each draft.
        ///
        /// A failed one stays until it is retried.
        var wanted: [LinkDraft.ID: Wanted] = [:]
        /// The attachments that a draft no longer has: removed once the draft is written.
        var unnamed: [LinkDraft.ID: [String]] = [:]
        /// The files written in this launch, including attachments of drafts that are not written yet.
        var written: Set<String> = []
    }

    private enum Wanted {
        case kept(LinkDraft)
        case removed([LinkDraft.File])
    }

    /// The drafts found at launch.
    struct Found: Sendable {
        var drafts: [LinkDraft] = []
        /// When each was last saved, in seconds since 1970.
        var storedAt: [LinkDraft.ID: Double] = [:]
        /// The files of unreadable drafts, which are kept.
        var unreadable: [String] = []
    }

    private let root: String
    let folder: String
    private let files: any FolderSystem
    private let content = Locked(Content())
    private let queue = SerialQueue("NoticeBoard.LinkDrafts")
    static let draftEnd = ".draft"
    private static let (lockName, damagedEnd, temporaryEnd) = ("drafts.lock", ".damaged", ".part")
    /// Far above any real size.
    private static let longest = 16 << 20

    /// Does not touch the disk before the first use.
    init(_ root: String, account: String, files: any FolderSystem) {
        (self.root, self.files) = (root, files)
        folder = root + "/drafts-" + PictureName.of(account)
    }

    deinit { letGo() }

    /// Never the folder: a path may contain a person's name.
    var description: String { "DraftStore(…)" }
    var isEnded: Bool { content.withLock { $0.isEnded } }

    private func path(_ name: String) -> String { folder + "/" + name }

    /// Runs work on the queue and maps its errors; throws once the store has ended.
    private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await queue.addBlocking { [self] in
            guard !root.isEmpty else { throw NoticeBoardError(.invalidInput, "The drafts' folder is no file URL.") }
            guard !isEnded else { throw NoticeBoardError(.sessionOver, "The drafts are of a former account.") }
            return try Self.named(work)
        }.value
    }

    /// Maps errors without the path, which may contain a person's name.
    private static func named<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let fault as SystemFault {
            throw NoticeBoardError(fault.meaning, "The file of a draft: \(fault.call.rawValue) failed (error \(fault.code)).")
        }
    }

    // MARK: Loading

    /// Loads the drafts and locks the folder against other processes and outboxes.
    ///
    /// Throws `storeBusy` if the folder is locked already, and `invalidInput` for an app group's folder.
    func load() async throws -> Found {
        try await run { [self] in
            try Self.refuseAppGroup(URL(fileURLWithPath: root))
            try files.makeDirectories(folder)
            try takeLock()
            var found = Found()
            let names = try files.names(in: folder).sorted()
            for name in names where name.hasBytes(atEnd: Self.draftEnd) { try read(name, into: &found) }
            sweep(names, found)
            return found
        }
    }

    /// Throws for an app group's folder: iOS kills an app that is suspended with a lock there, and the outbox holds the lock as
    /// long as it lives.
    static func refuseAppGroup(_ folder: URL) throws(NoticeBoardError) {
        guard folder.path.range(of: "/Containers/Shared/AppGroup/", options: .literal) != nil else { return }
        throw NoticeBoardError(
            .invalidInput, "Drafts are kept in a folder of the app's own, not in one of an app group.", remedy: Remedy.noAction)
    }

    private func takeLock() throws {
        guard content.withLock({ $0.lock == nil }) else { return }
        let file = try files.openLock(root + "/" + Self.lockName, "The drafts' lock")
        do {
            guard try files.lock(file) else {
                throw NoticeBoardError(.storeBusy, "Another process, or another outbox, sends the drafts of this folder.")
            }
        } catch {
            files.close(file)
            throw error
        }
        content.withLock { $0.lock = file }
    }

    /// Releases the folder's lock.
    private func letGo() {
        let file = content.withLock { content in
            defer { content.lock = nil }
            return content.lock
        }
        if let file { files.close(file) }
    }

    private func read(_ name: String, into found: inout Found) throws {
        let file = try files.openToRead(path(name), "The file of a draft")
        let (data, stored): (Data, Double)
        do {
            defer { files.close(file) }
            let status = try files.status(of: file)
            stored = status.modified
            data = Data(try files.read(file, min(status.size, Self.longest), at: 0))
        }
        do throws(NoticeBoardError) {
            let draft = try StoredDraft.draft(in: data, id: Self.id(of: name))
            // A symbolic link in place of an attachment could upload any file.
            let isWhole = draft.files.allSatisfy { (try? files.status(at: path($0.name))).map { $0.kind == .file } ?? true }
            guard isWhole else { throw NoticeBoardError(.storeDamaged, "What is attached to a draft is no file.") }
            found.drafts.append(draft)
            found.storedAt[draft.id] = stored
        } catch {
            var kept = name
            if error.code == .storeDamaged {
                kept = Self.id(of: name) + Self.damagedEnd
                try files.rename(path(name), to: path(kept))
            }
            found.unreadable.append(kept)
        }
    }

    /// Returns the draft's ID from its file name.
    private static func id(of name: String) -> String { String(name.unicodeScalars.dropLast(draftEnd.unicodeScalars.count)) }

    /// Removes leftovers of a killed process: temporary files and attachments without a draft.
    private func sweep(_ names: [String], _ found: Found) {
        let named = content.withLock { $0.written }.union(found.drafts.flatMap { $0.files.map(\.name) })
        for name in names {
            let owner = name.utf8.lastIndex(of: UInt8(ascii: "-")).map { String(name[..<$0]) } ?? ""
            let isAttached = [".jpg", ".png", ".gif", ".pdf"].contains { name.hasBytes(atEnd: $0) }
            // Attachments of unreadable drafts are kept.
            let isOfUnreadable = found.unreadable.contains { $0.utf8.starts(with: owner.utf8) }
            let isKept = named.contains(name) || isOfUnreadable || names.contains(owner + Self.damagedEnd)
            if name.hasBytes(atEnd: Self.temporaryEnd) || isAttached && !isKept { try? files.remove(path(name)) }
        }
    }

    // MARK: Saving

    /// Schedules a draft to be saved; ``flush(_:)`` writes it.
    func want(_ draft: LinkDraft) { content.withLock { $0.wanted[draft.id] = .kept(draft) } }

    /// Schedules the removal of a draft and its attachments.
    func scheduleRemoval(_ draft: LinkDraft) { content.withLock { $0.wanted[draft.id] = .removed(draft.files) } }

    /// Schedules the removal of attachments that a draft no longer has.
    func scheduleRemoval(_ names: [String], of id: LinkDraft.ID) { content.withLock { $0.unnamed[id, default: []] += names } }

    /// Writes the pending state of a draft; it is on disk when this returns.
    func flush(_ id: LinkDraft.ID) async throws {
        try await run { [self] in
            // Empty if a later flush has written it already. Both are read at once: a draft saved in between may name the file
            // again.
            let (wanted, unnamed) = content.withLock { content in
                (content.wanted.removeValue(forKey: id), content.unnamed.removeValue(forKey: id) ?? [])
            }
            do { if let wanted { try write(wanted, id) } } catch {
                content.withLock { content in
                    if content.wanted[id] == nil { content.wanted[id] = wanted }
                    content.unnamed[id, default: []] += unnamed
                }
                throw error
            }
            for name in unnamed { try? files.remove(path(name)) }
        }
    }

    /// Returns whether the folder certainly has no such file.
    func hasNo(_ name: String) async -> Bool {
        let hasNo = queue.addBlocking { [self] in
            do throws(SystemFault) { return try files.status(at: path(name)) == nil } catch { return error.code == ENOTDIR }
        }
        return (try? await hasNo.value) ?? false
    }

    private func write(_ wanted: Wanted, _ id: LinkDraft.ID) throws {
        switch wanted {
        case .kept(let draft):
            content.withLock { _ = $0.written.insert(id + Self.draftEnd) }
            try files.makeDirectories(folder)
            try files.put([try StoredDraft.data(of: draft)], at: path(id + Self.draftEnd), by: path(id + Self.temporaryEnd))
            try files.syncDirectory(folder, .ordered)
        case .removed(let attached):
            try files.remove(path(id + Self.draftEnd))
            if try files.status(at: folder) != nil { try files.syncDirectory(folder, .ordered) }
            for file in attached { try? files.remove(path(file.name)) }
        }
    }

    /// Saves an attachment.
    func keep(_ data: Data, _ name: String) async throws {
        try await run { [self] in
            content.withLock { _ = $0.written.insert(name) }
            try files.makeDirectories(folder)
            try files.put([data], at: path(name), by: path(name + Self.temporaryEnd))
        }
    }

    // MARK: The end

    /// Stops accepting changes.
    func end() { content.withLock { $0.isEnded = true } }

    /// Writes the last changes and releases the folder's lock; the drafts stay for the account's next sign-in.
    func close() async {
        _ = await queue.addBlocking { [self] in
            for (id, wanted) in content.withLock({ $0.wanted }) { try? write(wanted, id) }
            letGo()
        }.result
    }

    /// Removes all drafts of the account and releases the folder's lock.
    ///
    /// If another outbox holds the lock, only files written here are removed.
    func erase() async {
        _ = await queue.addBlocking { [self] in
            let written = isHeldByAnother ? content.withLock { $0.written } : nil
            files.removeFolder(folder) { written?.contains($0) ?? true }
            letGo()
        }.result
    }

    private var isHeldByAnother: Bool {
        do { try takeLock() } catch { return (error as? NoticeBoardError)?.code == .storeBusy }
        return false
    }

    /// Writes every pending draft; throws the last error, after trying all.
    func flushPending() async throws {
        var failure: (any Error)?
        for id in content.withLock({ Array($0.wanted.keys) }) {
            do { try await flush(id) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Writes every pending draft; returns whether all are on disk, including concurrent writes.
    func flushAll() async -> Bool {
        let isThere = (try? await flushPending()) != nil
        await queue.drained()
        return isThere && content.withLock { $0.wanted.isEmpty }
    }
}

extension FolderSystem {
    /// Removes matching files and then the folder, if empty; a symbolic link is not followed.
    fileprivate func removeFolder(_ folder: String, where isMeant: (String) -> Bool) {
        guard let found = try? status(at: folder), found.kind == .directory else { return }
        for name in (try? names(in: folder)) ?? [] where isMeant(name) { try? remove(folder + "/" + name) }
        try? removeDirectory(folder)
    }
}
