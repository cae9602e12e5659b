public import Foundation

/// A history as a value: its entries in order and its rules.
///
/// Every backend uses it, and so can yours: load it, apply a change, store it. ``StoredSearchHistory`` does exactly that.
public struct SearchHistoryValue: Sendable {
    /// The rules in force and the counters, as they are stored.
    struct Rules: Codable, Sendable, Hashable {
        var capacity = 100
        /// In seconds; `nil` keeps entries of any age.
        var maximumAge: Double?
        /// In seconds; `nil` merges nothing.
        var merging: Double?
        /// The name of the recording.
        var recording = SearchHistoryPolicy.Recording.on.rawValue
        /// When entries were first found too old, in seconds since 2001.
        ///
        /// Those that still are a day later leave the store.
        var foundTooOld: Double?
        /// The highest sequence that was ever assigned.
        var lastPlace: UInt64 = 0
        /// The sources whose import is done.
        var imports: [String] = []
    }

    /// Newest first, with entries that are too old to be listed.
    var stored: [SearchHistoryEntry] = []
    var rules = Rules()

    /// Creates an empty history under the default rules, except for those in `policy`.
    public init(policy: SearchHistoryPolicy = SearchHistoryPolicy()) { rules.setPolicy(policy) }

    /// A history without entries, under stored rules.
    init(_ stored: Rules) {
        rules = stored
        rules.setPolicy(policy)
        // A stored number is untrusted input: the next one must not overflow.
        rules.lastPlace = min(rules.lastPlace, .max / 2)
    }

    /// The rules in force.
    public var policy: SearchHistoryPolicy {
        let merging = rules.merging.map { $0 < .greatestFiniteMagnitude ? $0 : .infinity }
        return SearchHistoryPolicy(
            capacity: rules.capacity, maximumAge: rules.maximumAge ?? .infinity, merging: merging ?? 0)
    }

    /// This history without entries and counters.
    ///
    /// The rules and the imports that are done stay, for they hold no keyword.
    var erased: SearchHistoryValue {
        var log = SearchHistoryValue(rules)
        log.rules.lastPlace = 0
        log.rules.foundTooOld = nil
        return log
    }

    /// Whether it equals the history of a file that does not exist.
    var isDefault: Bool { stored.isEmpty && rules == Rules() }

    /// Whether searches are recorded.
    ///
    /// A value of a later version is no permission to record.
    public var recording: SearchHistoryPolicy.Recording { .init(rawValue: rules.recording) ?? .off }

    /// Returns the listed entries, newest first: none if the history is off, and none that is too old.
    public func entries(now: Date) -> [SearchHistoryEntry] {
        guard recording != .off else { return [] }
        guard let oldest = rules.oldestKept(now) else { return stored }
        return stored.filter { $0.isPinned || !($0.lastUsed < oldest) }
    }

    /// Sorts entries that were read, and numbers them again if a file holds a number twice or an invalid one.
    mutating func repairOrder() {
        let isInOrder = stored.indices.dropFirst().allSatisfy { stored[$0 - 1].isNewer(than: stored[$0]) }
        if !isInOrder { stored.sort { $0.isNewer(than: $1) } }
        rules.lastPlace = stored.reduce(rules.lastPlace) { max($0, $1.sequence) }
        let isOdd = rules.lastPlace > .max / 2 || stored.contains { $0.sequence == 0 }
        let numbers = stored.map(\.sequence).sorted()
        let isTwice = numbers.indices.dropFirst().contains { numbers[$0 - 1] == numbers[$0] }
        guard isOdd || isTwice else { return }
        rules.lastPlace = UInt64(stored.count)
        for index in stored.indices {
            (stored[index].sequence, stored[index].isImported) = (rules.lastPlace - UInt64(index), false)
        }
    }
}

extension SearchHistoryValue.Rules {
    /// When entries were first found too old, as a date.
    var tooOldSince: Date? {
        get { foundTooOld.map(Date.init(timeIntervalSinceReferenceDate:)) }
        set { foundTooOld = newValue?.timeIntervalSinceReferenceDate }
    }

    /// The date before which an entry is too old; `nil` if none is.
    func oldestKept(_ now: Date) -> Date? { maximumAge.map { now.addingTimeInterval(-$0) } }

    /// Takes over the rules of `policy` that are not `nil`.
    mutating func setPolicy(_ policy: SearchHistoryPolicy) {
        if let capacity = policy.capacity { self.capacity = min(max(capacity, 1), Int(clamping: UInt32.max)) }
        if let seconds = policy.maximumAge, !seconds.isNaN {
            let age = seconds < .infinity ? max(seconds, 0) : nil
            // An earlier finding followed another rule.
            if age != maximumAge { (maximumAge, foundTooOld) = (age, nil) }
        }
        if let seconds = policy.merging, !seconds.isNaN {
            // JSON has no infinity.
            merging = seconds > 0 ? min(seconds, .greatestFiniteMagnitude) : nil
        }
    }
}

extension SearchHistoryEntry {
    /// Whether it is listed above another: saved searches above imported ones, then by order of saving, or by date.
    func isNewer(than other: SearchHistoryEntry) -> Bool {
        if isImported != other.isImported { return other.isImported }
        if isImported, lastUsed != other.lastUsed { return lastUsed > other.lastUsed }
        return sequence > other.sequence
    }
}
