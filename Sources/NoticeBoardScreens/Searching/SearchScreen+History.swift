import NoticeBoardBase
public import NoticeBoardSearch

/// Changes of the history: ``State/historyFailure`` says what failed, and ``retry()`` repeats it.
extension SearchScreen {
    /// Deletes the earlier search of a row; does nothing for the row of a target.
    public func delete(_ row: SearchRow) {
        if row.kind == .earlier { change(.delete([row.id.key])) }
    }

    /// Deletes every earlier search that is not pinned.
    public func deleteHistory() { change(.deleteAll(keepingPinned: true)) }

    /// Erases every earlier search without a trace.
    ///
    /// This can't be undone. It also discards failed changes that a retry would repeat, except for settings.
    public func eraseHistory() { change(.erase) }

    /// Restores the searches that were deleted last; ``State/undoable`` is their number.
    public func undo() {
        earlier.undo()
        publish()
    }

    /// Pins or unpins the earlier search of a row; does nothing for the row of a target.
    public func pin(_ row: SearchRow, _ isPinned: Bool = true) {
        if row.kind == .earlier { change(.pin(row.id.key, isPinned)) }
    }

    /// Sets whether searches are recorded.
    ///
    /// To remove the recorded ones, call ``eraseHistory()`` as well.
    public func setRecording(_ recording: SearchHistoryPolicy.Recording) { change(.record(recording)) }

    /// Uses the history of another account from now on; pending changes are still made in the former one.
    public func setHistory(_ history: any SearchHistoryRepository) {
        use(EarlierSearches(history))
        if stage != .inactive { earlier.follow() }
        publish()
    }

    private func change(_ change: SearchHistoryChange) {
        earlier.apply(change)
        publish()
    }
}
