import Foundation
import NoticeBoardBase

extension DraftStore {
    /// The drafts found at launch, the newest last.
    struct Found: Sendable {
        var drafts: [LinkDraft] = []
        /// The drafts to remove, because they were never sent and are too old or too many.
        var expired: [LinkDraft] = []
        /// The files of unreadable drafts, which are kept.
        var unreadable: [String] = []
    }

    /// Far above any real size.
    private static let longest = 16 << 20

    /// Loads the drafts and locks the folder against other processes and outboxes.
    ///
    /// Throws `storeBusy` if the folder is locked already, and `invalidInput` for an app group's folder.
    func load() async throws -> Found {
        try await run { [self] in
            try Self.refuseAppGroup(URL(fileURLWithPath: root))
            try files.makeDirectories(folder)
            try takeLock()
            var (found, ages) = (Found(), [:] as [LinkDraft.ID: Double])
            let (names, now) = (try files.names(in: folder).sorted(), Date().timeIntervalSince1970)
            for name in names where name.hasBytes(atEnd: Self.draftEnd) { try read(name, at: now, into: &found, &ages) }
            sweep(names, found)
            found.expire(ages)
            found.drafts.sort { ages[$0.id, default: 0] > ages[$1.id, default: 0] }
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

    func takeLock() throws {
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
    func releaseLock() {
        let file = content.withLock { content in
            defer { content.lock = nil }
            return content.lock
        }
        if let file { files.close(file) }
    }

    private func read(
        _ name: String, at now: Double, into found: inout Found, _ ages: inout [LinkDraft.ID: Double]
    ) throws {
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
            found.drafts.append(draft)
            ages[id] = now - status.modified
        } catch {
            let isDamaged = error.code == .storeDamaged
            if isDamaged { try files.rename(path(name), to: path(id + Self.damagedEnd)) }
            found.unreadable.append(isDamaged ? id + Self.damagedEnd : name)
        }
    }

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
}

extension DraftStore.Found {
    /// Keeps the newest fifty of the last thirty days among the drafts that were never sent, and all others.
    mutating func expire(_ ages: [LinkDraft.ID: Double]) {
        func age(_ draft: LinkDraft) -> Double { ages[draft.id] ?? 0 }
        let unsent = drafts.filter { $0.wasNeverSent && !$0.isUntouched && age($0) < 30 * 86_400 }
        let kept = Set(unsent.sorted { age($0) < age($1) }.prefix(50).map(\.id))
        let all = drafts
        drafts = all.filter { $0.wasNeverSent ? kept.contains($0.id) : !$0.isUntouched }
        expired = all.filter { !drafts.contains($0) }
    }
}
