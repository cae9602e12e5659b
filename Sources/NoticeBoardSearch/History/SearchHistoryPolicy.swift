public import Foundation

/// The rules of a history: how much it keeps, how long, and whether it keeps anything.
public struct SearchHistoryPolicy: Sendable, Hashable {
    /// How many entries are stored, at least 1; 100 unless said otherwise.
    ///
    /// When there are more, the oldest that is not pinned goes. How many are shown is asked for by a limit.
    public var capacity: Int { didSet { capacity = max(1, capacity) } }
    /// How many seconds an entry that is not pinned is kept after its last use; nil keeps it.
    public var maximumAge: TimeInterval?
    /// What becomes of searches that were made on the way to a longer one.
    public var merging: Merging
    /// Whether searches are recorded.
    public var recording: Recording

    /// Rules; 100 entries of any age unless said otherwise.
    public init(
        capacity: Int = 100, maximumAge: TimeInterval? = nil, merging: Merging = .never, recording: Recording = .on
    ) {
        self.capacity = max(1, capacity)
        self.maximumAge = maximumAge
        self.merging = merging
        self.recording = recording
    }

    /// Whether searches are recorded.
    public enum Recording: String, Sendable, Hashable, CaseIterable {
        /// Searches are recorded.
        case on
        /// Searches are not recorded; the list is shown and can be changed.
        case paused
        /// There is no history: the list is empty and nothing is written, but for deleting and clearing.
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
        /// What counts as typed on the way is the highlighter's `.hangulTyping`. Pinned entries stay.
        case typedPrefixes(within: TimeInterval)
    }
}
