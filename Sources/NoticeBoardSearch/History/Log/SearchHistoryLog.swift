public import Foundation

/// A history as a value: its entries in order and its rules.
///
/// Every backend uses it, and so can yours: load it, apply a change, store it. ``StoredSearchHistory`` does exactly that.
public struct SearchHistoryLog: Sendable {
    /// The rules in force.
    struct Rules: Sendable, Hashable {
        var capacity = 100
        /// In seconds; infinity keeps entries of any age.
        var maximumAge = Double.infinity
        var merging: TimeInterval = 0
        var recording = SearchHistoryPolicy.Recording.on
        /// When entries were first found too old.
        ///
        /// Those that still are a day later leave the store.
        var foundTooOld: Date?
    }

    /// Newest first, with entries that are too old to be listed.
    var stored: [SearchHistoryEntry] = []
    var rules = Rules()
    /// The sources whose import is done.
    var sources: Set<String> = []
    /// The highest sequence that was ever assigned.
    var lastSequence: UInt64 = 0

    /// Creates an empty history under the default rules, except for those in `policy`.
    public init(policy: SearchHistoryPolicy = SearchHistoryPolicy()) { rules.setPolicy(policy) }

    /// The rules in force.
    public var policy: SearchHistoryPolicy {
        SearchHistoryPolicy(capacity: rules.capacity, maximumAge: rules.maximumAge, merging: rules.merging)
    }

    /// This history without entries and counters.
    ///
    /// The rules and the imports that are done stay, for they hold no keyword.
    var erased: SearchHistoryLog {
        var log = SearchHistoryLog()
        (log.rules, log.sources) = (rules, sources)
        log.rules.foundTooOld = nil
        return log
    }

    /// Whether it equals the history of a file that does not exist.
    var isDefault: Bool { stored.isEmpty && sources.isEmpty && lastSequence == 0 && rules == Rules() }

    /// Whether searches are recorded.
    public var recording: SearchHistoryPolicy.Recording { rules.recording }

    /// Returns the listed entries, newest first: none if the history is off, and none that is too old.
    public func entries(now: Date) -> [SearchHistoryEntry] {
        guard rules.recording != .off else { return [] }
        guard let oldest = rules.oldestKept(now) else { return stored }
        return stored.filter { $0.isPinned || !($0.lastUsed < oldest) }
    }
}

extension SearchHistoryLog {
    /// Sorts entries that were read, and numbers them again if a file holds a number twice or an invalid one.
    mutating func repairOrder() {
        let isInOrder = stored.indices.dropFirst().allSatisfy { stored[$0 - 1].isNewer(than: stored[$0]) }
        if !isInOrder { stored.sort { $0.isNewer(than: $1) } }
        lastSequence = stored.reduce(lastSequence) { max($0, $1.sequence) }
        let isOdd = lastSequence > .max / 2 || stored.contains { $0.sequence == 0 }
        let numbers = stored.map(\.sequence).sorted()
        let isTwice = numbers.indices.dropFirst().contains { numbers[$0 - 1] == numbers[$0] }
        guard isOdd || isTwice else { return }
        lastSequence = UInt64(stored.count)
        for (index, entry) in stored.enumerated() {
            stored[index] = entry.with(sequence: lastSequence - UInt64(index), isImported: false)
        }
    }
}

extension SearchHistoryLog.Rules {
    /// The date before which an entry is too old; `nil` if none is.
    func oldestKept(_ now: Date) -> Date? { maximumAge < .infinity ? now.addingTimeInterval(-maximumAge) : nil }

    /// Takes over the rules of `policy` that are not `nil`.
    mutating func setPolicy(_ policy: SearchHistoryPolicy) {
        if let capacity = policy.capacity { self.capacity = min(max(capacity, 1), Int(clamping: UInt32.max)) }
        if let age = policy.maximumAge, !age.isNaN, max(age, 0) != maximumAge {
            maximumAge = max(age, 0)
            // An earlier finding followed another rule.
            foundTooOld = nil
        }
        if let seconds = policy.merging, !seconds.isNaN { merging = max(seconds, 0) }
    }
}

extension SearchHistoryEntry {
    /// Whether it is listed above another: saved searches above imported ones, then by order of saving, or by date.
    func isNewer(than other: SearchHistoryEntry) -> Bool {
        if isImported != other.isImported { return other.isImported }
        if isImported, lastUsed != other.lastUsed { return lastUsed > other.lastUsed }
        return sequence > other.sequence
    }

    func with(sequence: UInt64, isImported: Bool) -> SearchHistoryEntry {
        var entry = self
        (entry.sequence, entry.isImported) = (sequence, isImported)
        return entry
    }
}
