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
        if step.isErasing { return try erase(step, from: list, durability.erasing) }
        let records = step.journal
        guard !records.isEmpty else { return }
        let limit = limit(list)
        if needsRewrite || (journal.map { $0.end + records.count > limit } ?? true) {
            // What was there before, by itself: should this fail half-way, nothing of the step is in the file.
            try rewrite(list, durability.erasing)
        }
        try append(records, durability.saving, below: limit)
    }

    /// How long the journal may become before it is written anew.
    func limit(_ list: HistoryList) -> Int { max(roomyEnough, 2 * list.liveBytes(keeping: unknown)) }
}
