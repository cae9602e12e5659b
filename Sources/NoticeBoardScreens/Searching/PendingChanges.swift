import NoticeBoardSearch

/// The changes of a history that are under way, in the order in which they were made.
struct PendingChanges {
    private var changes: [Int: SearchHistoryChange] = [:]
    private var lastNumber = 0
    private var lastErasure = 0
    /// The deletions that are undone as soon as they have ended.
    private var toUndo: Set<Int> = []

    var isEmpty: Bool { changes.isEmpty }

    /// Adds a change; returns its number.
    mutating func add(_ change: SearchHistoryChange) -> Int {
        lastNumber += 1
        changes[lastNumber] = change
        if change == .erase { lastErasure = lastNumber }
        return lastNumber
    }

    /// Whether a change was made before an erasure, so that it is neither undone nor repeated.
    func isErased(_ number: Int) -> Bool { number < lastErasure }

    /// Undoes the last deletion as soon as it has ended; returns `false` if none is under way.
    mutating func undoLastDeletion() -> Bool {
        guard let last = changes.filter({ $0.value.isDeletion }).keys.max() else { return false }
        toUndo.insert(last)
        return true
    }

    /// Removes a change that has ended; returns whether it is to be undone.
    mutating func end(_ number: Int) -> Bool {
        changes[number] = nil
        return toUndo.remove(number) != nil
    }
}

extension SearchHistoryChange {
    /// Whether an undo can restore what it removes.
    fileprivate var isDeletion: Bool {
        switch self {
        case .delete, .deleteAll: true
        default: false
        }
    }
}
