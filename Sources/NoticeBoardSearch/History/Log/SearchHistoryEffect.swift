/// What a store has to write after a change.
struct SearchHistoryEffect {
    /// Entries that are new or different, the oldest first.
    var puts: [SearchHistoryEntry] = []
    /// Keys of entries that a newer entry replaced or for which there was no room.
    ///
    /// A store removes them before it writes `puts`: a key may be in both.
    var gone: [SearchHistoryEntry.Key] = []
    /// The entries to return to the caller.
    var removed: [SearchHistoryEntry] = []
    /// Whether the store must be rewritten so that no deleted keyword stays in it.
    ///
    /// Also true if no listed entry was deleted: the store may hold replaced ones.
    var isDeleting = false
    /// Whether listed entries were deleted.
    var deletesEntries = false
    /// Whether rules, counters or imports are different.
    var changesHeader = false

    /// Whether nothing changed.
    var isNothing: Bool { puts.isEmpty && gone.isEmpty && !deletesEntries && !changesHeader }
}
