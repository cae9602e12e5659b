import Foundation
import NoticeBoardBase

extension HistoryDisk {
    /// Brings what changes came to to the disk; `next` is the history after them.
    ///
    /// Needs the lock of the processes. When it throws, memory has to stay as it was; what became of the file is looked at before anything else is done.
    mutating func write(
        _ effect: SearchHistoryEffect, _ next: SearchHistoryLog, _ durability: SearchHistoryDurability
    ) throws {
        if case .readOnly(let error) = state { throw error }
        if effect.isErasing { return try erase(effect, next) }
        let records = next.records(effect)
        guard case .ready(var journal) = state, hasRoom(for: journal.end + records.count, next, journal) else {
            return try rewrite(next, durability.rewriting)
        }
        do {
            try writeAll(records[...], to: journal.file, at: journal.end)
        } catch {
            // What was written of it is cut off again.
            do { try files.truncate(journal.file, to: journal.end) } catch { state = .stale(nil) }
            throw error
        }
        if let depth = durability.saving {
            do { try files.sync(journal.file, depth) } catch {
                try? files.truncate(journal.file, to: journal.end)
                // The system may have thrown away what it could not write, and would call a second sync a success.
                doubt()
                throw error
            }
        }
        journal.end += records.count
        journal.isClean = false
        state = .ready(journal)
    }

    private func hasRoom(for size: Int, _ log: SearchHistoryLog, _ journal: OpenJournal) -> Bool {
        if size <= roomyEnough { return true }
        let live = log.imageSize + journal.unknown.reduce(0) { $0 + $1.count }
        return size <= min(max(roomyEnough, 2 * live), Self.longestJournal)
    }

    func writeAll(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) {
        var (rest, offset) = (bytes, offset)
        while !rest.isEmpty {
            let count = try files.write(rest, to: file, at: offset)
            // A system that writes nothing and calls that no error would hold the caller for ever.
            guard count > 0 else { throw SystemFault(.write, ENOSPC) }
            rest = rest.dropFirst(count)
            offset += count
        }
    }

    /// Has the journal read again and written anew before anything is added.
    mutating func doubt() {
        closeJournal()
        state = .stale(nil)
    }

    /// Writes a journal of `log` alone beside the old one and puts it in its place; where it erases, copies go too.
    ///
    /// Until the renaming nothing has changed.
    mutating func rewrite(_ log: SearchHistoryLog, _ depth: SyncDepth, isErasing: Bool = false) throws {
        let header = JournalHeader(minor: max(journal?.header.minor ?? JournalHeader.minor, JournalHeader.minor))
        let unknown = journal?.unknown ?? []
        let image = log.image(header, keeping: unknown)
        guard image.count <= Self.longestJournal else {
            throw NoticeBoardError(.storageFull, "A search history has at most \(Self.longestJournal) bytes.")
        }
        try files.remove(paths.temporary)
        let file = try files.open(paths.temporary, .makingNew)
        let status: FileStatus
        do {
            try writeAll(image[...], to: file, at: 0)
            try files.sync(file, depth)
            status = try files.status(of: file)
            if isErasing { try removeCopies() }
            try files.rename(paths.temporary, to: paths.journal)
        } catch {
            files.close(file)
            try? files.remove(paths.temporary)
            throw error
        }
        closeJournal()
        state = .ready(
            OpenJournal(
                file: file, status: status, header: header, end: image.count, generation: generation, unknown: unknown,
                isClean: true))
        toldOf = nil
        do { try files.syncDirectory(paths.directory, depth) } catch {
            doubt()
            throw error
        }
    }

    /// Removes the copies of damaged files; a directory of that name is none.
    func removeCopies() throws {
        for path in paths.asides {
            if let found = try files.status(at: path), found.kind != .directory { try files.remove(path) }
        }
    }

    /// Removes every file of the store, the lock file last: whoever waits for it finds that it is gone and makes another.
    mutating func removeFiles() throws {
        closeJournal()
        state = .closed
        for path in [paths.journal, paths.temporary] { try files.remove(path) }
        try removeCopies()
        try files.remove(paths.lock)
        try files.syncDirectory(paths.directory, .full)
    }
}
