import Foundation
import NoticeBoardBase

extension HistoryDisk {
    /// Adds records at the end by one write and, unless `depth` is nil, one sync; on a failure they are cut off again.
    mutating func append(_ bytes: [UInt8], _ depth: SyncDepth?) throws {
        guard let journal else { throw NoticeBoardError(.fileUnavailable, "The search history's file is not open.") }
        do {
            try writeAll(bytes[...], to: journal.file, at: journal.end)
        } catch {
            cutBack(journal, bytes)
            throw error
        }
        if let depth {
            do { try files.sync(journal.file, depth) } catch {
                cutBack(journal, bytes)
                // The system may have thrown away what it could not write, and would call a second sync a success.
                needsRewrite = true
                throw error
            }
        }
        self.journal?.end += bytes.count
    }

    private mutating func cutBack(_ journal: OpenJournal, _ bytes: [UInt8]) {
        do { try files.truncate(journal.file, to: journal.end) } catch {
            needsRewrite = true
            self.journal?.refused = bytes
        }
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

    /// Writes a journal of `list` alone beside the old one and puts it in its place.
    ///
    /// Where keys are given to erase, their entries are left out and all copies are removed. Until the
    /// renaming nothing has changed; when only what follows fails, the next change writes anew.
    mutating func rewrite(
        _ list: HistoryList, _ depth: SyncDepth, erasing erased: Set<SearchHistoryEntry.Key>? = nil
    ) throws {
        let header = JournalHeader(minor: journal?.header.minor ?? 0)
        let image = list.image(header, keeping: unknown, without: erased ?? [])
        try files.remove(paths.temporary)
        let file = try files.open(paths.temporary, .makingNew)
        let status: FileStatus
        do {
            try writeAll(image[...], to: file, at: 0)
            try files.sync(file, depth)
            status = try files.status(of: file)
            if erased != nil { try removeCopies() }
            try files.rename(paths.temporary, to: paths.journal)
        } catch {
            files.close(file)
            try? files.remove(paths.temporary)
            throw error
        }
        closeJournal()
        journal = OpenJournal(file: file, status: status, header: header, end: image.count, generation: generation)
        needsRewrite = true
        try files.syncDirectory(paths.directory, depth)
        needsRewrite = false
        trouble = nil
    }

    func removeCopies() throws {
        for path in paths.asides { try files.remove(path) }
    }

    /// Whether the files hold nothing but `list`, so that there is nothing left to erase.
    func holdsNothingBut(_ list: HistoryList) throws -> Bool {
        for path in paths.asides + [paths.temporary] {
            if try files.status(at: path) != nil { return false }
        }
        guard let journal else { return true }
        return !needsRewrite && journal.end == list.liveBytes(keeping: unknown)
    }

    /// Erases where it stands everything but what is of `list` and not of these keys: what remains when there is no room for a second file.
    ///
    /// A record keeps its length, so that others can be read whatever happens on the way; what is over at the end is cut off.
    mutating func eraseInPlace(
        _ erased: Set<SearchHistoryEntry.Key>, from list: HistoryList, _ depth: SyncDepth
    ) throws {
        guard let journal else { return }
        try files.remove(paths.temporary)
        try removeCopies()
        let scan = JournalScan(try files.read(journal.file, journal.end, at: 0), from: JournalHeader.size)
        let kept = scan.records.filter { isKept($0.record, list, erased) }
        let end = kept.last?.range.upperBound ?? JournalHeader.size
        // Whatever fails from here on, others have to read the file again, and the next change writes what memory holds.
        needsRewrite = true
        if let lock { try files.truncate(lock.file, to: generation + 1) }
        generation += 1
        self.journal?.generation = generation
        for found in scan.records where found.range.upperBound <= end && !isKept(found.record, list, erased) {
            try writeAll(JournalRecord.filler(length: found.range.count)[...], to: journal.file, at: found.range.lowerBound)
        }
        try files.truncate(journal.file, to: end)
        self.journal?.end = end
        try files.sync(journal.file, depth)
        needsRewrite = false
    }

    private func isKept(_ record: JournalRecord, _ list: HistoryList, _ erased: Set<SearchHistoryEntry.Key>) -> Bool {
        switch record {
        case .put(let entry, _):
            list[entry.id].map { $0 == entry && $0.sequence == entry.sequence && !erased.contains(entry.id) } ?? false
        case .delete, .imported: true
        case .erased: false
        case .unknown(let record): unknown.contains(record)
        }
    }
}
