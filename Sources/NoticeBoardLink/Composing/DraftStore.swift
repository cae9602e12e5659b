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
    static let draftEnd = ".draft"
    static let (lockName, damagedEnd, temporaryEnd) = ("drafts.lock", ".damaged", ".part")

    /// Does not touch the disk before the first use.
    init(_ root: String, account: String, files: any FolderSystem) {
        (self.root, self.files) = (root, files)
        folder = root + "/drafts-" + PictureName.of(account)
    }

    deinit { releaseLock() }

    /// Never the folder: a path may contain a person's name.
    var description: String { "DraftStore(…)" }
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
    func want(_ drafts: [LinkDraft], loaded: [LinkDraft] = []) {
        content.withLock { content in
            guard !content.isEnded else { return }
            content.wanted = drafts.filter { !$0.isUntouched }
            for index in content.wanted.indices where content.wanted[index].status == .sending {
                // Nothing was sent yet, so a later launch need not search for it.
                if content.wanted[index].known == nil { content.wanted[index].status = .waiting }
            }
            for draft in loaded { content.stored[draft.id] = draft }
        }
    }

    /// Makes the folder match the wanted drafts; they are on disk when this returns.
    func save() async throws { try await run { [self] in try match() } }

    /// Writes and removes drafts until the folder matches; throws the first error, after trying all.
    private func match() throws {
        let (wanted, stored) = content.withLock { ($0.wanted, $0.stored) }
        let kept = Set(wanted.map(\.id))
        let written = Result { try forEach(wanted.filter { stored[$0.id] != $0 }, write) }
        try forEach(stored.values.filter { !kept.contains($0.id) }, remove)
        try written.get()
    }

    /// Calls `body` for each element, then throws the first error.
    private func forEach<Element>(_ elements: some Sequence<Element>, _ body: (Element) throws -> Void) throws {
        var failure: (any Error)?
        for element in elements {
            do { try body(element) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    private func write(_ draft: LinkDraft) throws {
        let name = draft.id + Self.draftEnd
        content.withLock { _ = $0.written.insert(name) }
        try files.makeDirectories(folder)
        try files.put([try StoredDraft.data(of: draft)], at: path(name), by: path(draft.id + Self.temporaryEnd))
        try files.syncDirectory(folder, .ordered)
        content.withLock { $0.stored[draft.id] = draft }
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

    /// Saves an attachment.
    func keep(_ data: Data, _ name: String) async throws {
        try await run { [self] in
            content.withLock { _ = $0.written.insert(name) }
            try files.makeDirectories(folder)
            try files.put([data], at: path(name), by: path(name + Self.temporaryEnd))
        }
    }

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

    /// Removes all drafts of the account and releases the folder's lock; throws the first error, after removing what it can.
    ///
    /// If another outbox holds the lock, only files written here are removed.
    func erase() async throws {
        try await run(isEnding: true) { [self] in
            defer { releaseLock() }
            guard isHeldByAnother else { return try files.removeTree(folder) }
            try forEach(content.withLock { $0.written }) { try files.remove(path($0)) }
        }
    }

    private var isHeldByAnother: Bool {
        do { try takeLock() } catch { return (error as? NoticeBoardError)?.code == .storeBusy }
        return false
    }
}
