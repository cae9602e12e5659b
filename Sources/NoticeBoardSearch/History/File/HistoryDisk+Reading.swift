import Foundation
import NoticeBoardBase

extension HistoryDisk {
    /// Reads the journal from its beginning, and mends it when the lock is held and it needs that.
    mutating func reload(_ list: inout HistoryList?, isLocked: Bool) throws -> Bool {
        guard let found = try files.status(at: paths.journal) else {
            if list == nil { list = HistoryList() }
            return true
        }
        guard found.kind == .file else {
            throw NoticeBoardError(.fileUnavailable, "In the place of the search history's file is a \(found.kind.rawValue).")
        }
        let (file, isReadOnly) = try openJournal()
        do {
            let status = try files.status(of: file)
            let bytes = try files.read(file, status.size, at: 0)
            let header = JournalHeader(bytes)
            if let header, header.major > JournalHeader.major {
                throw NoticeBoardError(.storeTooNew, "The search history has format \(header.major).\(header.minor).")
            }
            closeJournal()
            let scan = JournalScan(bytes, from: JournalHeader.size)
            let isWhole = header != nil && scan.lostBytes == 0
            journal = OpenJournal(
                file: file, status: status, header: header ?? JournalHeader(), end: scan.tail.lowerBound, size: bytes.count,
                generation: isLocked ? generation : -1, isReadOnly: isReadOnly, isSettled: isLocked || isWhole)
            let found = HistoryList.read(scan)
            unknown = found.unknown
            // Emptied or overwritten by somebody else: what is in memory is all that there is, as when a file is taken away.
            let isLost = header == nil && found.list.count == 0
            list = isLost ? list ?? found.list : found.list
            trouble = nil
            needsRewrite = header == nil || !status.isPrivate || scan.isErasingUnfinished
            if isLocked, !isWhole, let list {
                mend(list, bytes, scan, hasHeader: header != nil)
            }
            return true
        } catch {
            if journal?.file != file { files.close(file) }
            throw error
        }
    }

    private func openJournal() throws -> (file: Int32, isReadOnly: Bool) {
        do throws(SystemFault) {
            return (try files.open(paths.journal, .changing), false)
        } catch {
            guard error.isOfPermission else { throw error }
        }
        do throws(SystemFault) { return (try files.open(paths.journal, .reading), true) } catch {
            // Forbidden, or protected while the device is locked: what cannot be read is never taken for empty.
            throw NoticeBoardError(
                .fileUnavailable, "The search history's file cannot be read now (error \(error.code)).",
                remedy: .retry(after: nil), underlying: error)
        }
    }

    /// Cuts what a crash left at the end, or copies a damaged file aside and writes what can be read anew.
    ///
    /// Fails into a state in which the file can be read and not changed: reading never fails because mending does.
    private mutating func mend(_ list: HistoryList, _ bytes: [UInt8], _ scan: JournalScan, hasHeader: Bool) {
        let isTailOnly = hasHeader && scan.damage.isEmpty
        let isBlank = bytes.dropFirst(isTailOnly ? scan.tail.lowerBound : 0).allSatisfy { $0 == 0 }
        do {
            if journal?.isReadOnly == true { throw NoticeBoardError(.storeReadOnly, "The search history's file is damaged.") }
            // What a crash cut off is no entry that anybody was told is safe: without room for a copy it is cut all the same.
            if !isBlank { if isTailOnly { try? keepAside(bytes) } else { try keepAside(bytes) } }
            if isTailOnly, let journal {
                try files.truncate(journal.file, to: journal.end)
                self.journal?.size = journal.end
            } else {
                try rewrite(list, .ordered)
            }
            let kind: SearchHistoryEvent.Kind = isTailOnly ? .tailCut : .salvaged
            events.append(SearchHistoryEvent(kind: kind, lostBytes: scan.lostBytes, entries: list.count))
        } catch {
            let reason = (error as? SystemFault).map { NoticeBoardError($0) } ?? error as? NoticeBoardError
            trouble = NoticeBoardError(
                .storeDamaged, "The search history is damaged and cannot be mended now. " + (reason?.detail ?? ""))
            events.append(SearchHistoryEvent(kind: .openedReadOnly, lostBytes: scan.lostBytes, entries: list.count))
        }
    }

    /// Copies a damaged file; the two newest copies are kept until something is deleted.
    private func keepAside(_ bytes: [UInt8]) throws {
        try files.remove(paths.temporary)
        let copy = try files.open(paths.temporary, .makingNew)
        do {
            defer { files.close(copy) }
            try writeAll(bytes[...], to: copy, at: 0)
            try files.sync(copy, .ordered)
            if try files.status(at: paths.asides[0]) != nil { try files.rename(paths.asides[0], to: paths.asides[1]) }
            try files.rename(paths.temporary, to: paths.asides[0])
        } catch {
            try? files.remove(paths.temporary)
            throw error
        }
        try files.syncDirectory(paths.directory, .ordered)
    }
}
