import NoticeBoardBase

extension HistoryDisk {
    /// Brings it about that nothing but `next` is in any file, which has to be on the medium.
    mutating func erase(_ effect: SearchHistoryEffect, _ next: SearchHistoryLog) throws {
        guard var journal else {
            // There is no journal: one is made only where it has something to say.
            if !effect.isNothing { return try rewrite(next, .full, isErasing: true) }
            guard try holdsCopies() else { return }
            // A crash may have left the very first journal before it had its name.
            try files.remove(paths.temporary)
            try removeCopies()
            return try files.syncDirectory(paths.directory, .full)
        }
        if effect.isNothing, journal.isClean, try !holdsCopies() { return }
        // A record that cannot be read may hold what is to leave no trace.
        journal.unknown = journal.unknown.filter { record in
            !effect.isErasingAll && !effect.erased.contains { $0.stands(in: record) }
        }
        let before = state
        state = .stale(journal)
        do {
            do { try rewrite(next, .full, isErasing: true) } catch let fault as SystemFault where fault.isOfRoom {
                try eraseInPlace(next, journal)
            }
        } catch {
            if self.journal?.file == journal.file { state = before }
            throw error
        }
    }

    private func holdsCopies() throws -> Bool {
        for path in paths.asides + [paths.temporary] where try files.status(at: path) != nil { return true }
        return false
    }

    /// Erases where it stands everything but what is of `next`: what remains when there is no room for a second file.
    ///
    /// A record keeps its length, so that others can be read whatever happens on the way; what is over at the end is cut off.
    private mutating func eraseInPlace(_ next: SearchHistoryLog, _ journal: OpenJournal) throws {
        try removeCopies()
        let scan = JournalScan(try files.read(journal.file, journal.end, at: 0), from: JournalHeader.size)
        let plan = ErasingPlan(scan, keeping: next, journal.unknown)
        // Whatever fails from here on, all others have to read the file again.
        if let lock { try files.truncate(lock.file, to: generation + 1) }
        generation += 1
        do {
            for (place, bytes) in plan.overwrites { try writeAll(bytes[...], to: journal.file, at: place) }
            try files.sync(journal.file, .full)
            try files.truncate(journal.file, to: plan.end)
            try writeAll(plan.added[...], to: journal.file, at: plan.end)
            try files.sync(journal.file, .full)
        } catch {
            doubt()
            throw error
        }
        var journal = journal
        (journal.end, journal.generation) = (plan.end + plan.added.count, generation)
        state = journal.header.minor < JournalHeader.minor ? .stale(journal) : .ready(journal)
    }
}

/// What to write where, so that a journal holds nothing but one history.
private struct ErasingPlan {
    private(set) var overwrites: [(place: Int, bytes: [UInt8])] = []
    /// Where the journal ends then.
    private(set) var end = JournalHeader.size
    /// What has to be added there.
    private(set) var added: [UInt8] = []

    init(_ scan: JournalScan, keeping log: SearchHistoryLog, _ unknown: [[UInt8]]) {
        var rules: [UInt8] = []
        JournalRecord.rules(log.rules, lastSequence: log.lastSequence).write(to: &rules)
        var missing = Dictionary(log.stored.map { ($0.id, $0) }) { first, _ in first }
        var (kept, sources, hasRules) = ([Range<Int>](), log.sources, false)
        // From the end to the beginning: of a key, and of the rules, the last record counts.
        for range in scan.records.reversed() {
            switch scan.record(at: range) {
            case .put(let entry, _):
                guard missing[entry.id] == entry else { continue }
                missing[entry.id] = nil
            case .rules:
                guard !hasRules, range.count == rules.count else { continue }
                hasRules = true
                overwrites.append((range.lowerBound, rules))
            case .imported(let source): sources.remove(source)
            case .delete: break
            case .erasing, .erased: continue
            case .unknown(let record): if !unknown.contains(record) { continue }
            }
            kept.append(range)
        }
        // A file of version 1.0 has no place for rules; they go where something is erased, or to the end.
        if hasRules || log.rules == SearchHistoryLog.Rules() { rules = [] }
        for range in kept.reversed() {
            fill(end..<range.lowerBound, &rules)
            end = range.upperBound
        }
        // For what is new there is room by now, or the change fails.
        added += rules
        for source in sources { JournalRecord.imported(source).write(to: &added) }
        for entry in log.stored.reversed() where missing[entry.id] != nil {
            JournalRecord.put(entry, replacing: nil).write(to: &added)
        }
    }

    /// Fills a gap with records that say nothing; what is left over is never shorter than a record's head.
    private mutating func fill(_ gap: Range<Int>, _ rules: inout [UInt8]) {
        var start = gap.lowerBound
        if !rules.isEmpty, gap.count >= rules.count + JournalRecord.headSize {
            overwrites.append((start, rules))
            start += rules.count
            rules = []
        }
        while gap.upperBound - start >= JournalRecord.headSize {
            let rest = gap.upperBound - start
            let length = rest <= JournalRecord.longest ? rest : JournalRecord.longest - JournalRecord.headSize
            overwrites.append((start, JournalRecord.filler(length: length)))
            start += length
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
