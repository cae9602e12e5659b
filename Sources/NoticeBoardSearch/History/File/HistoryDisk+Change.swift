import NoticeBoardBase

extension HistoryDisk {
    /// Brings what `step` decided to the disk; the caller changes the list afterwards, and only then.
    ///
    /// `list` gives the list before the step, which has `liveBytes`. Needs the lock of the processes.
    mutating func perform(
        _ step: HistoryStep, _ durability: SearchHistoryDurability, _ liveBytes: Int, _ list: () -> HistoryList
    ) throws {
        if journal?.isReadOnly == true {
            throw NoticeBoardError(.storeReadOnly, "The search history's file can be read and not changed.")
        }
        if let trouble { throw trouble }
        if step.isErasing { return try erase(step, from: list(), durability.erasing) }
        let records = step.journal
        guard !records.isEmpty else { return }
        let limit = limit(liveBytes)
        if needsRewrite || (journal.map { $0.end + records.count > limit } ?? true) {
            // What was there before, by itself: should this fail half-way, nothing of the step is in the file.
            try rewrite(list(), durability.erasing)
        }
        try append(records, durability.saving, below: limit)
    }

    /// How long the journal may become before it is written anew.
    func limit(_ liveBytes: Int) -> Int { max(roomyEnough, 2 * size(liveBytes)) }

    /// How long a journal is whose list has so many bytes.
    func size(_ liveBytes: Int) -> Int { liveBytes + unknown.reduce(0) { $0 + $1.count } }
}
