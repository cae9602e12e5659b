import Foundation
import NoticeBoardBase

/// The drafts of one account on the disk: a file for each, and one for each file that is attached.
///
///     <folder>/drafts-<account>/<draft>.draft       the draft
///                               <draft>-<n>.jpg     what is attached, as it is sent
///                               <draft>.damaged     a draft that could not be read, as it was
///              drafts.lock                          held by the one outbox that sends, whoever's it is; it stays
///
/// An attached file is on the disk before the draft that names it, and goes after it. Everything happens on one queue, in order.
final class DraftStore: Sendable, Redacted {
    private struct Content {
        var isEnded = false
        var lock: Int32?
        /// What is to be written of each draft, or that it is to go: the newest alone.
        ///
        /// What failed stays until it is tried again.
        var wanted: [LinkDraft.ID: Wanted] = [:]
        /// What a draft names no longer as it is wanted now: it goes when that is on the disk.
        var unnamed: [LinkDraft.ID: [String]] = [:]
        /// The files that were written in this launch, attached ones of drafts that may not be on the disk yet among them.
        var written: Set<String> = []
    }

    private enum Wanted {
        case kept(LinkDraft)
        case removed([LinkDraft.File])
    }

    /// What a launch finds.
    struct Found: Sendable {
        var drafts: [LinkDraft] = []
        /// When each of them was stored last, in seconds since 1970.
        var storedAt: [LinkDraft.ID: Double] = [:]
        /// The names of files that hold a draft and could not be read; they are kept.
        var unreadable: [String] = []
    }

    private let root: String
    let folder: String
    private let files: any FolderSystem
    private let content = Locked(Content())
    private let queue = SerialQueue("NoticeBoard.LinkDrafts")
    static let draftEnd = ".draft"
    private static let (lockName, damagedEnd, temporaryEnd) = ("drafts.lock", ".damaged", ".part")
    /// Longer than what anybody writes by hand.
    private static let longest = 16 << 20

    /// Nothing is touched before it is used.
    init(_ root: String, account: String, files: any FolderSystem) {
        (self.root, self.files) = (root, files)
        folder = root + "/drafts-" + PictureName.of(account)
    }

    deinit { letGo() }

    /// Never the folder: a path may name a person.
    var description: String { "DraftStore(…)" }
    var isEnded: Bool { content.withLock { $0.isEnded } }

    private func path(_ name: String) -> String { folder + "/" + name }

    /// Work on the queue, with what it throws named; nothing is begun once it has ended.
    private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await queue.addBlocking { [self] in
            guard !root.isEmpty else { throw NoticeBoardError(.invalidInput, "The drafts' folder is no file URL.") }
            guard !isEnded else { throw NoticeBoardError(.sessionOver, "The drafts are of a former account.") }
            return try Self.named(work)
        }.value
    }

    /// The path stays out of what is thrown: it may name a person.
    private static func named<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let fault as SystemFault {
            throw NoticeBoardError(fault.meaning, "The file of a draft: \(fault.call.rawValue) failed (error \(fault.code)).")
        }
    }

    // MARK: A launch

    /// What is there; from now on no other process, and no other outbox, may send it.
    ///
    /// Throws `storeBusy` when another one may, and `invalidInput` for a folder of an app group.
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

    /// Throws for a folder of an app group: iOS kills an app that it suspends while the app holds a lock there, and the drafts'
    /// lock is held as long as the outbox lives.
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

    /// Lets another outbox have the folder.
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
            data = try files.contents(of: file, min(status.size, Self.longest))
        }
        do throws(NoticeBoardError) {
            let draft = try StoredDraft.draft(in: data, id: Self.id(of: name))
            // A link in an attached file's place would send what it leads to.
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

    /// The draft whose file has this name.
    private static func id(of name: String) -> String { String(name.unicodeScalars.dropLast(draftEnd.unicodeScalars.count)) }

    /// Removes what a process left that was killed: half-written files, and attached ones that no draft names.
    private func sweep(_ names: [String], _ found: Found) {
        let named = content.withLock { $0.written }.union(found.drafts.flatMap { $0.files.map(\.name) })
        for name in names {
            let owner = name.utf8.lastIndex(of: UInt8(ascii: "-")).map { String(name[..<$0]) } ?? ""
            let isAttached = [".jpg", ".png", ".gif", ".pdf"].contains { name.hasBytes(atEnd: $0) }
            // What belongs to a draft that cannot be read is kept with it.
            let isOfUnreadable = found.unreadable.contains { $0.utf8.starts(with: owner.utf8) }
            let isKept = named.contains(name) || isOfUnreadable || names.contains(owner + Self.damagedEnd)
            if name.hasBytes(atEnd: Self.temporaryEnd) || isAttached && !isKept { try? files.remove(path(name)) }
        }
    }

    // MARK: Keeping

    /// Has a draft written as it is now; on the disk when ``flush(_:)`` returns.
    func want(_ draft: LinkDraft) { content.withLock { $0.wanted[draft.id] = .kept(draft) } }

    /// Has a draft removed, with what is attached to it.
    func wantGone(_ draft: LinkDraft) { content.withLock { $0.wanted[draft.id] = .removed(draft.files) } }

    /// Has attached files removed that a draft, as it was wanted last, names no longer.
    func wantGone(_ names: [String], of id: LinkDraft.ID) { content.withLock { $0.unnamed[id, default: []] += names } }

    /// Brings to the disk what is wanted of a draft; when this returns the newest is there.
    func flush(_ id: LinkDraft.ID) async throws {
        try await run { [self] in
            // Nothing, when one that came later has written this along. Both at once: what is unnamed while this is written may
            // be named in it.
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

    /// Whether the account's folder surely has no file of this name.
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

    /// Keeps an attached file.
    func keep(_ data: Data, _ name: String) async throws {
        try await run { [self] in
            content.withLock { _ = $0.written.insert(name) }
            try files.makeDirectories(folder)
            try files.put([data], at: path(name), by: path(name + Self.temporaryEnd))
        }
    }

    // MARK: The end

    /// Takes no more changes from now on.
    func end() { content.withLock { $0.isEnded = true } }

    /// Brings to the disk what was typed last, and gives up the folder's lock: the drafts stay for the account's next sign-in.
    func close() async {
        _ = await queue.addBlocking { [self] in
            for (id, wanted) in content.withLock({ $0.wanted }) { try? write(wanted, id) }
            letGo()
        }.result
    }

    /// Removes everything of the account, and gives up the folder's lock.
    ///
    /// Where another outbox holds the folder, only what was written here is removed.
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

    /// Brings to the disk what is wanted of every draft and is not there; throws why some of it could not be brought there.
    func flushRest() async throws {
        var failure: (any Error)?
        for id in content.withLock({ Array($0.wanted.keys) }) {
            do { try await flush(id) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// The same; gives whether all of it is there, also what another began to bring there.
    func flushAll() async -> Bool {
        let isThere = (try? await flushRest()) != nil
        await queue.drained()
        return isThere && content.withLock { $0.wanted.isEmpty }
    }
}

extension FolderSystem {
    /// Removes a folder with the files in it that `isMeant` names; a symbolic link in its place is not followed.
    fileprivate func removeFolder(_ folder: String, where isMeant: (String) -> Bool) {
        guard let found = try? status(at: folder), found.kind == .directory else { return }
        for name in (try? names(in: folder)) ?? [] where isMeant(name) { try? remove(folder + "/" + name) }
        try? removeDirectory(folder)
    }
}
