import NoticeBoardBase

extension HistoryDisk {
    /// Brings it about that what `step` erases, and what gave way before, is in no file.
    ///
    /// The usual way is quick: what is to go is overwritten where it stands. A new file is written where there is more to do,
    /// and where there is no room for one everything but what is left is overwritten.
    mutating func erase(_ step: HistoryStep, from list: HistoryList, _ depth: SyncDepth) throws {
        let before = unknown
        // A record that cannot be read may hold what is to leave no trace.
        unknown = step.isErasingAll ? [] : unknown.filter { record in !step.erased.contains { $0.stands(in: record) } }
        let erased = Set(step.erased.map(\.id))
        do {
            if unknown.count == before.count, try overwrite(step.erased, from: list, depth) { return }
            if step.erased.isEmpty, try holdsNothingBut(list) { return }
            do {
                try rewrite(list, depth, erasing: erased)
            } catch let fault as SystemFault where fault.isOfRoom {
                try overwriteAll(erased, from: list, depth)
            }
        } catch {
            if !needsRewrite { unknown = before }
            throw error
        }
    }

    /// Overwrites the records of these entries, and those that gave way, where they stand; false when it cannot or hardly pays.
    ///
    /// A record that names the places comes first and is synced: from then on nothing there counts, so that neither a loss of
    /// power on the way nor the order in which sectors reach the disk can bring anything back or look like damage.
    private mutating func overwrite(
        _ erased: [SearchHistoryEntry], from list: HistoryList, _ depth: SyncDepth
    ) throws -> Bool {
        guard let journal, !needsRewrite, journal.refused.isEmpty, erased.count < list.count else { return false }
        if try holdsCopies() { return false }
        let bytes = try files.read(journal.file, journal.end, at: 0)
        guard let places = ErasablePlaces(bytes, of: list, without: erased) else { return false }
        if places.ranges.isEmpty { return true }
        var record: [UInt8] = []
        JournalRecord.erasing(places.ranges).write(to: &record)
        let limit = limit(list.liveBytes)
        guard places.ranges.count <= 64, journal.end + record.count <= limit else { return false }
        do {
            try append(record, depth, below: limit)
            // Should this fail half-way, the next file leaves behind what is still there.
            needsRewrite = true
            for range in places.ranges { try overwrite(range, of: journal.file) }
            try files.sync(journal.file, depth)
            needsRewrite = false
            return true
        } catch is SystemFault {
            return false
        }
    }

    private func overwrite(_ range: Range<Int>, of file: Int32) throws(SystemFault) {
        var start = range.lowerBound
        while start < range.upperBound {
            // What is left over is never shorter than a record's head.
            let rest = range.upperBound - start
            let length = rest <= JournalRecord.longest ? rest : JournalRecord.longest - JournalRecord.headSize
            try writeAll(JournalRecord.filler(length: length)[...], to: file, at: start)
            start += length
        }
    }

    private func holdsCopies() throws -> Bool {
        for path in paths.asides + [paths.temporary] {
            if try files.status(at: path) != nil { return true }
        }
        return false
    }

    /// Whether the files hold nothing but `list`, so that there is nothing left to erase.
    private func holdsNothingBut(_ list: HistoryList) throws -> Bool {
        if try holdsCopies() { return false }
        guard let journal else { return true }
        return !needsRewrite && journal.end == size(list.liveBytes)
    }

    /// Erases where it stands everything but what is of `list` and not of these keys: what remains when there is no room for a second file.
    ///
    /// A record keeps its length, so that others can be read whatever happens on the way; what is over at the end is cut off.
    private mutating func overwriteAll(
        _ erased: Set<SearchHistoryEntry.Key>, from list: HistoryList, _ depth: SyncDepth
    ) throws {
        guard let journal else { return }
        try files.remove(paths.temporary)
        try removeCopies()
        let bytes = try files.read(journal.file, journal.end, at: 0)
        let scan = JournalScan(bytes, from: JournalHeader.size)
        var (gone, end) = (scan.isErasingUnfinished ? scan.erased : [], JournalHeader.size)
        scan.forEach { record, range in
            if isKept(record, list, erased) { end = range.upperBound } else { gone.append(range) }
        }
        // Whatever fails from here on, others have to read the file again, and the next change writes what memory holds.
        needsRewrite = true
        if let lock { try files.truncate(lock.file, to: generation + 1) }
        generation += 1
        self.journal?.generation = generation
        for range in gone where range.upperBound <= end { try overwrite(range, of: journal.file) }
        try files.truncate(journal.file, to: end)
        self.journal?.end = end
        self.journal?.size = end
        try files.sync(journal.file, depth)
        needsRewrite = false
    }

    private func isKept(_ record: JournalRecord, _ list: HistoryList, _ erased: Set<SearchHistoryEntry.Key>) -> Bool {
        switch record {
        case .put(let entry, _):
            list[entry.id].map { $0 == entry && $0.sequence == entry.sequence && !erased.contains(entry.id) } ?? false
        case .delete, .imported: true
        case .erased, .erasing: false
        case .unknown(let record): unknown.contains(record)
        }
    }
}

extension SearchHistoryEntry {
    /// Whether the keyword's bytes are somewhere in a record.
    fileprivate func stands(in record: [UInt8]) -> Bool {
        let wanted = Array(keyword.utf8)
        guard record.count >= wanted.count else { return false }
        return (0...record.count - wanted.count).contains { record[$0...].starts(with: wanted) }
    }
}
