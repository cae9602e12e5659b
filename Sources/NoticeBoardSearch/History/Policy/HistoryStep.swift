/// What a change comes to, decided by the policy and not yet done.
struct HistoryStep {
    /// Entries that are new or become something else, in the order in which they are written.
    var puts: [SearchHistoryEntry] = []
    /// Entries that give way to others: too old, too many, or typed on the way.
    var gone: [SearchHistoryEntry] = []
    /// Entries that somebody removed, newest first: their keywords must leave the store.
    var erased: [SearchHistoryEntry] = []
    /// A source whose import is done with this step.
    var source: String?
    /// Whether the change removes, even where there is nothing to remove: a store may hold what the list no longer does.
    var isErasing = false
    /// Whether nothing at all may stay, so that not even what cannot be read does.
    var isErasingAll = false

    /// Whether the list is another afterwards.
    var changesList: Bool { !(puts.isEmpty && gone.isEmpty && erased.isEmpty) }

    var isEmpty: Bool { !changesList && source == nil && !isErasing }
}
