import NoticeBoardBase

extension HistoryDisk {
    /// Brings what `step` decided to the disk; the caller changes the list afterwards, and only then.
    ///
    /// `list` is the list before the step. Needs the lock of the processes.
    mutating func perform(_ step: HistoryStep, on list: HistoryList, _ durability: SearchHistoryDurability) throws {
        if journal?.isReadOnly == true {
            throw NoticeBoardError(.storeReadOnly, "The search history's file can be read and not changed.")
        }
        if let trouble { throw trouble }
        if step.isErasing { return try erase(step, from: list, durability) }
        let records = step.journal
        guard !records.isEmpty else { return }
        let limit = max(roomyEnough, 2 * list.liveBytes(keeping: unknown))
        if needsRewrite || (journal.map { $0.end + records.count > limit } ?? true) {
            // What was there before, by itself: should this fail half-way, nothing of the step is in the file.
            try rewrite(list, durability.erasing)
        }
        try append(records, durability.saving)
    }

    private mutating func erase(
        _ step: HistoryStep, from list: HistoryList, _ durability: SearchHistoryDurability
    ) throws {
        let before = unknown
        // A record that cannot be read may hold what is to leave no trace.
        unknown = step.isErasingAll ? [] : unknown.filter { record in !step.erased.contains { $0.stands(in: record) } }
        if step.erased.isEmpty, try holdsNothingBut(list) { return }
        let erased = Set(step.erased.map(\.id))
        do {
            do {
                try rewrite(list, durability.erasing, erasing: erased)
            } catch let fault as SystemFault where fault.isOfRoom {
                try eraseInPlace(erased, from: list, durability.erasing)
            }
        } catch {
            if needsRewrite { throw error }
            unknown = before
            throw error
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
