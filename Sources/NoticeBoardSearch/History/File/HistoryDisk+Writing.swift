import Foundation
import NoticeBoardBase

extension HistoryDisk {
    /// Adds records at the end by one write and, unless `depth` is nil, one sync; on a failure they are cut off again.
    mutating func append(_ bytes: [UInt8], _ depth: SyncDepth?, below limit: Int) throws {
        guard let journal else { throw NoticeBoardError(.fileUnavailable, "The search history's file is not open.") }
        let end = journal.end + bytes.count
        if depth != nil, end > journal.size { makeRoom(journal.file, end, below: limit) }
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
        self.journal?.end = end
        if let size = self.journal?.size, size < end { self.journal?.size = end }
    }

    /// Lengthens the file by zeros up to a page: where a write changes no size, most systems sync it in two thirds of the time.
    ///
    /// It costs no space on the disk. Where it fails the write is only slower.
    private mutating func makeRoom(_ file: Int32, _ end: Int, below limit: Int) {
        let size = min((end + 4_095) & ~4_095, limit)
        guard size > end, (try? files.truncate(file, to: size)) != nil else { return }
        journal?.size = size
    }

    private mutating func cutBack(_ journal: OpenJournal, _ bytes: [UInt8]) {
        do {
            try files.truncate(journal.file, to: journal.end)
            self.journal?.size = journal.end
        } catch {
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
        journal = OpenJournal(
            file: file, status: status, header: header, end: image.count, size: image.count, generation: generation)
        needsRewrite = true
        try files.syncDirectory(paths.directory, depth)
        needsRewrite = false
        trouble = nil
    }

    func removeCopies() throws {
        for path in paths.asides { try files.remove(path) }
    }
}
