public import Foundation

/// The rules of a history: how many entries it keeps and how long.
///
/// They are stored with the history and hold for every user of it, in this process, in others and at later launches. `nil` keeps
/// the stored rule. A new history keeps 100 entries of any age and merges none.
public struct SearchHistoryPolicy: Sendable, Hashable {
    /// The maximum number of stored entries, at least 1.
    ///
    /// Beyond it, the oldest entry that is not pinned is removed.
    public var capacity: Int?
    /// The seconds for which an entry that is not pinned is kept after its last use; infinity keeps it.
    ///
    /// An older entry is not listed any more. It leaves the store when it was too old at two times that lie a day apart, so that
    /// a clock that jumps deletes nothing; `deleteExpired()` deletes it at once.
    public var maximumAge: TimeInterval?
    /// A search replaces an earlier search for its beginning within this many seconds; 0 keeps every search.
    ///
    /// Of `메`, `메일` and `메일플`, only the longest is kept if each was searched within so many seconds before the next. The
    /// highlighter's `.hangulTyping` decides whether a keyword begins another. Pinned entries stay.
    public var merging: TimeInterval?

    /// Creates rules; `nil` keeps the stored rule.
    public init(capacity: Int? = nil, maximumAge: TimeInterval? = nil, merging: TimeInterval? = nil) {
        self.capacity = capacity
        self.maximumAge = maximumAge
        self.merging = merging
    }

    /// Whether searches are recorded.
    public enum Recording: String, Sendable, Hashable, CaseIterable {
        /// Searches are recorded.
        case on
        /// Searches are not recorded; the list is shown and can be changed.
        case paused
        /// There is no history: the list is empty and nothing is written, except for deletions.
        ///
        /// Stored entries are listed again after ``on``.
        case off
    }
}
