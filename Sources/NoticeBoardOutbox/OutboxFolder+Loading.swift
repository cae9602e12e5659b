import Foundation
import NoticeBoardBase

extension OutboxFolder {
    /// What a launch finds in the folder.
    struct Found: Sendable {
        /// The drafts, the newest last.
        var items: [Item] = []
        /// Drafts to remove, because they were never sent and are too old or too many.
        var expired: [Item] = []
        /// The file names of drafts that cannot be read.
        var unreadable: [String] = []
    }

    /// Far above any real size.
    private static var longest: Int { 16 << 20 }

    /// Loads the drafts, and locks the folder against other processes and outboxes.
    ///
    /// Throws `storeBusy` if the folder is locked already, and `invalidInput` for an app group's folder.
    func load(now: Date) async throws -> Found {
        try await run { [self] in
            try OutboxLocation.check(URL(fileURLWithPath: root))
            try files.makeDirectories(folder)
            // An outbox that was just released saves its last changes first.
            guard try takeLock(within: 0.5) else {
                throw NoticeBoardError(.storeBusy, "Another process, or another outbox, sends the drafts of this folder.")
            }
            let names = try files.names(in: folder).sorted()
            var found = Found()
            for name in names where name.hasBytes(atEnd: OutboxFileName.draft) {
                do {
                    if let item = try read(name, &found.unreadable) { found.items.append(item) }
                } catch let fault as SystemFault where fault.code == ELOOP || fault.code == EISDIR {
                    // A link or a folder with a draft's name must not hide the others.
                    found.unreadable.append(name)
                }
            }
            removeLeftovers(names, found.items.flatMap(\.files), found.unreadable)
            let kept = Self.kept(found.items, now: now)
            let keptIDs = Set(kept.map(\.id))
            found.expired = found.items.filter { !keptIDs.contains($0.id) }
            found.items = kept
            return found
        }
    }

    /// Returns the drafts to keep, the newest last: of those that were never sent, the newest fifty of the last thirty days.
    static func kept(_ items: [Item], now: Date) -> [Item] {
        let sorted = items.filter { !$0.isUntouched }.sorted { $0.changed < $1.changed }
        let isRecent = { (item: Item) in now.timeIntervalSince(item.changed) < 30 * 86_400 }
        let unsent = Set(sorted.filter { $0.wasNeverSent && isRecent($0) }.suffix(50).map(\.id))
        return sorted.filter { !$0.wasNeverSent || unsent.contains($0.id) }
    }

    /// Returns a draft; sets a damaged one aside.
    private func read(_ name: String, _ unreadable: inout [String]) throws -> Item? {
        let file = try files.openToRead(path(name), "The file of a draft")
        defer { files.close(file) }
        let status = try files.status(of: file)
        let data = Data(try files.read(file, min(status.size, Self.longest), at: 0))
        let id = String(name.unicodeScalars.dropLast(OutboxFileName.draft.unicodeScalars.count))
        do throws(NoticeBoardError) {
            let item: Item = try StoredDraft.item(in: data, id: id)
            // A symbolic link in place of an attachment could upload any file.
            let isWhole = item.files.allSatisfy { file in
                guard let status = try? files.status(at: path(file.name)) else { return true }
                return status.kind == .file
            }
            guard isWhole else { throw NoticeBoardError(.storeDamaged, "What is attached to a draft is no file.") }
            return item
        } catch {
            let isDamaged = error.code == .storeDamaged
            if isDamaged { try files.rename(path(name), to: path(id + OutboxFileName.damaged)) }
            unreadable.append(isDamaged ? id + OutboxFileName.damaged : name)
            return nil
        }
    }

    /// Removes leftovers of a killed process: temporary files and attachments without a draft.
    private func removeLeftovers(_ names: [String], _ attached: [OutboxFile], _ unreadable: [String]) {
        let named = content.withLock { $0.written }.union(attached.map(\.name))
        for name in names {
            if name.hasBytes(atEnd: OutboxFileName.temporary) {
                try? files.remove(path(name))
                continue
            }
            guard let owner = Self.owner(ofAttachment: name), !named.contains(name) else { continue }
            // Attachments of unreadable drafts are kept.
            let isOfUnreadable = unreadable.contains { $0.utf8.starts(with: owner.utf8) }
            guard !isOfUnreadable, !names.contains(owner + OutboxFileName.damaged) else { continue }
            try? files.remove(path(name))
        }
    }

    /// Returns the ID of the draft that a file name belongs to; `nil` if it is not the name of an attachment.
    private static func owner(ofAttachment name: String) -> String? {
        let isOther = [OutboxFileName.draft, OutboxFileName.damaged].contains { name.hasBytes(atEnd: $0) }
        guard !isOther, let hyphen = name.utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
        let owner = String(name[..<hyphen])
        return UUID(uuidString: owner) == nil ? nil : owner
    }
}
