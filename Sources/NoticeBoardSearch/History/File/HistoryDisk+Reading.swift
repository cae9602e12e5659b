import Foundation
import NoticeBoardBase

extension HistoryDisk {
    /// What a journal's file holds.
    private struct Reading {
        let scan: JournalScan
        /// Nil where the file does not begin like a journal.
        let header: JournalHeader?
        let log: SearchHistoryLog
        let isTooLong: Bool

        init(_ files: any FileSystem, _ file: Int32, _ status: FileStatus) throws {
            let bytes = try files.read(file, min(status.size, HistoryDisk.longestJournal), at: 0)
            header = JournalHeader(bytes)
            if let header, header.major > JournalHeader.major {
                throw NoticeBoardError(.storeTooNew, "The search history has format \(header.major).\(header.minor).")
            }
            scan = JournalScan(bytes, from: JournalHeader.size)
            log = SearchHistoryLog(scan, isOfDates: (header?.minor ?? JournalHeader.minor) < JournalHeader.minor)
            isTooLong = status.size > bytes.count
        }

        /// Something that could be read once cannot be read now.
        var isDamaged: Bool { header == nil || isTooLong || !scan.damage.isEmpty }
    }

    /// What is in the file now, whoever is writing it: nothing is mended, and nothing is remembered of it.
    func peek() throws -> SearchHistoryLog? {
        guard try isThere() else { return nil }
        let (file, _) = try openJournal()
        defer { files.close(file) }
        return try Reading(files, file, files.status(of: file)).log
    }

    /// Reads the journal from its beginning and mends it where it needs that; needs the lock of the processes.
    mutating func reload(_ known: SearchHistoryLog?) throws -> SearchHistoryLog {
        let wasOpen = journal != nil
        closeJournal()
        guard try isThere() else {
            state = .closed
            if wasOpen { events.append(SearchHistoryEvent(kind: .removed, lostBytes: 0, entries: 0)) }
            return SearchHistoryLog(policy: known?.policy ?? SearchHistoryPolicy())
        }
        let (file, isReadOnly) = try openJournal()
        do {
            let status = try files.status(of: file)
            let reading = try Reading(files, file, status)
            // Emptied or overwritten by somebody else: what is in memory is all that there is.
            let isLost = reading.header == nil && reading.scan.records.isEmpty
            let log = isLost ? known ?? reading.log : reading.log
            if isReadOnly {
                files.close(file)
                state = .readOnly(NoticeBoardError(.storeReadOnly, "The search history's file can be read and not changed."))
                return log
            }
            let journal = OpenJournal(
                file: file, status: status, header: reading.header ?? JournalHeader(), end: reading.scan.end,
                generation: generation, unknown: reading.scan.unknown)
            if reading.isDamaged {
                state = .stale(journal)
                mend(log, reading)
            } else {
                settle(journal, reading, log)
            }
            return log
        } catch {
            if journal?.file != file { files.close(file) }
            throw error
        }
    }

    private func isThere() throws -> Bool {
        guard let found = try files.status(at: paths.journal) else { return false }
        guard found.kind == .file else {
            throw NoticeBoardError(.fileUnavailable, "In the place of the search history's file is \(found.kind.rawValue).")
        }
        return true
    }

    private func openJournal() throws -> (file: Int32, isReadOnly: Bool) {
        do throws(SystemFault) {
            return (try files.open(paths.journal, .changing), false)
        } catch {
            guard error.isOfPermission else { throw error }
        }
        return (try files.openToRead(paths.journal, "The search history's file"), true)
    }

    /// Takes a journal without damage into use, and cuts what a crash left at its end.
    private mutating func settle(_ journal: OpenJournal, _ reading: Reading, _ log: SearchHistoryLog) {
        let isOlder = journal.header.minor < JournalHeader.minor
        var mustBeRewritten = isOlder || !journal.status.isPrivate || journal.status.isShared
        if case .stale = state { mustBeRewritten = true }
        let bytes = reading.scan.bytes
        if reading.scan.end < bytes.count {
            let isBlank = reading.scan.isBlankAtEnd
            // What a crash cut off is no entry that anybody was told is safe: without room for a copy it is cut all the same.
            if !isBlank { try? keepAside(bytes) }
            do { try files.truncate(journal.file, to: journal.end) } catch { mustBeRewritten = true }
            if !isBlank {
                events.append(SearchHistoryEvent(kind: .tailCut, lostBytes: reading.scan.lostBytes, entries: log.stored.count))
            }
        }
        state = mustBeRewritten ? .stale(journal) : .ready(journal)
    }

    /// Copies a damaged file aside and writes what can be read anew.
    ///
    /// Fails into a state in which the file can be read and not changed: reading never fails because mending does.
    private mutating func mend(_ log: SearchHistoryLog, _ reading: Reading) {
        var event = SearchHistoryEvent.Kind.salvaged
        let status = journal?.status
        do {
            if reading.scan.bytes.contains(where: { $0 != 0 }) { try keepAside(reading.scan.bytes) }
            try rewrite(log, .ordered)
        } catch {
            let reason = (error as? SystemFault).map { NoticeBoardError($0) } ?? error as? NoticeBoardError
            closeJournal()
            state = .readOnly(
                NoticeBoardError(
                    .storeDamaged, "The search history is damaged and cannot be mended now. " + (reason?.detail ?? "")))
            event = .openedReadOnly
        }
        // Who tries again and again is told once.
        if event == .openedReadOnly, toldOf == status { return }
        toldOf = event == .openedReadOnly ? status : nil
        events.append(SearchHistoryEvent(kind: event, lostBytes: reading.scan.lostBytes, entries: log.stored.count))
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
