public import Foundation

/// The rules of a history: how much it keeps and how long.
///
/// They live with what is kept: whoever opens it obeys them, in this process, in another, and at the next start. What is nil
/// here leaves the rule that is there; where nobody has said anything a history keeps 100 entries of any age and merges none.
public struct SearchHistoryPolicy: Sendable, Hashable {
    /// How many entries are stored, at least 1; 100 where nobody said otherwise.
    ///
    /// When there are more, the oldest that is not pinned goes. How many are shown is asked for by a limit.
    public var capacity: Int?
    /// How many seconds an entry that is not pinned is kept after its last use; infinity keeps it.
    ///
    /// An older entry is not listed any more. It leaves the store when it was too old at two times that lie a day apart, so that
    /// a clock that jumps deletes nothing; `deleteExpired()` deletes it at once.
    public var maximumAge: TimeInterval?
    /// What becomes of searches that were made on the way to a longer one.
    public var merging: Merging?

    /// Rules; what is left out stays as it is.
    public init(capacity: Int? = nil, maximumAge: TimeInterval? = nil, merging: Merging? = nil) {
        (self.capacity, self.maximumAge, self.merging) = (capacity, maximumAge, merging)
    }

    /// Whether searches are recorded.
    public enum Recording: String, Sendable, Hashable, CaseIterable {
        /// Searches are recorded.
        case on
        /// Searches are not recorded; the list is shown and can be changed.
        case paused
        /// There is no history: the list is empty and nothing is written, except for deletions.
        ///
        /// What was stored and not erased is there again after ``on``.
        case off
    }

    /// What becomes of searches that were made on the way to a longer one.
    public enum Merging: Sendable, Hashable {
        /// Each search is an entry.
        case never
        /// `메`, then `메일`, then `메일플` leave the longest alone, when less than so many seconds lie between each and the save.
        ///
        /// What counts as typed on the way is the highlighter's `.hangulTyping`. Pinned entries stay. Infinity merges however
        /// long it was between them.
        case typedPrefixes(within: TimeInterval)
    }
}
