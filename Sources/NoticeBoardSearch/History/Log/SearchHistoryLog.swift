public import Foundation

/// A history as a value: its entries in their order and the rules that live with them.
///
/// It decides what every change comes to, for the backends that ship with the SDK as for your own: load it, apply a change,
/// store it. ``StoredSearchHistory`` does exactly that.
public struct SearchHistoryLog: Sendable {
    /// The rules that hold, none of them left open.
    struct Rules: Sendable, Hashable {
        var capacity = 100
        /// Infinity where an entry of any age is kept.
        var maximumAge = Double.infinity
        var merging = SearchHistoryPolicy.Merging.never
        var recording = SearchHistoryPolicy.Recording.on
        /// When a look first found what is too old now: what is so a day later as well leaves the store.
        var foundTooOld: Date?
    }

    /// Newest first, what is too old to be listed too.
    var stored: [SearchHistoryEntry] = []
    var rules = Rules()
    /// The sources whose import is done.
    var sources: Set<String> = []
    /// The highest sequence that was ever given out.
    var lastSequence: UInt64 = 0

    /// An empty history under the usual rules, but for those that `policy` names.
    public init(policy: SearchHistoryPolicy = SearchHistoryPolicy()) { rules.obey(policy) }

    /// The rules that hold.
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

    /// What a person sees, newest first: nothing when it is off, and nothing that is too old.
    public func entries(now: Date) -> [SearchHistoryEntry] {
        guard rules.recording != .off else { return [] }
        guard let oldest = rules.oldestKept(now) else { return stored }
        return stored.filter { $0.isPinned || !($0.lastUsed < oldest) }
    }

    /// The newest `limit` of what a person sees; the others are not made for it.
    func recent(_ limit: Int, now: Date) -> [SearchHistoryEntry] {
        guard rules.recording != .off else { return [] }
        guard let oldest = rules.oldestKept(now) else { return Array(stored.prefix(limit)) }
        return Array(stored.lazy.filter { $0.isPinned || !($0.lastUsed < oldest) }.prefix(limit))
    }
}

extension SearchHistoryLog {
    /// Brings what was read into order.
    ///
    /// Nobody writes a number twice, or one beyond which there is none; a file may hold anything.
    mutating func repairOrder() {
        let isInOrder = stored.indices.dropFirst().allSatisfy { stored[$0 - 1].isNewer(than: stored[$0]) }
        if !isInOrder { stored.sort { $0.isNewer(than: $1) } }
        lastSequence = stored.reduce(lastSequence) { max($0, $1.sequence) }
        let isOdd = lastSequence > .max / 2 || stored.contains { $0.sequence == 0 }
        let numbers = stored.map(\.sequence).sorted()
        let isTwice = numbers.indices.dropFirst().contains { numbers[$0 - 1] == numbers[$0] }
        if isOdd || isTwice { renumber { $0.isNewer(than: $1) } }
    }

    /// Gives entries new numbers, in the order that they have by `isNewer`.
    mutating func renumber(by isNewer: (SearchHistoryEntry, SearchHistoryEntry) -> Bool) {
        stored.sort(by: isNewer)
        lastSequence = UInt64(stored.count)
        for (index, entry) in stored.enumerated() {
            stored[index] = entry.with(sequence: lastSequence - UInt64(index), isImported: false)
        }
    }
}

extension SearchHistoryLog.Rules {
    /// The date before which an entry is too old; nil where none is.
    func oldestKept(_ now: Date) -> Date? { maximumAge < .infinity ? now.addingTimeInterval(-maximumAge) : nil }

    /// Takes over what `policy` names.
    mutating func obey(_ policy: SearchHistoryPolicy) {
        if let capacity = policy.capacity { self.capacity = min(max(capacity, 1), Int(clamping: UInt32.max)) }
        if let age = policy.maximumAge, !age.isNaN, max(age, 0) != maximumAge {
            maximumAge = max(age, 0)
            // What an earlier look found was too old by another rule.
            foundTooOld = nil
        }
        switch policy.merging {
        case .typedPrefixes(let seconds) where !seconds.isNaN: merging = .typedPrefixes(within: max(seconds, 0))
        case .never: merging = .never
        case .typedPrefixes, nil: break
        }
    }
}

extension SearchHistoryEntry {
    /// Whether it stands above another: what was saved here above what was imported, then by order of saving, or by date.
    func isNewer(than other: SearchHistoryEntry) -> Bool {
        if isImported != other.isImported { return other.isImported }
        if isImported, lastUsed != other.lastUsed { return lastUsed > other.lastUsed }
        return sequence > other.sequence
    }

    func with(isPinned: Bool) -> SearchHistoryEntry {
        SearchHistoryEntry(
            id, lastUsed, useCount: useCount, isPinned: isPinned, sequence: sequence, isImported: isImported)
    }

    func with(sequence: UInt64, isImported: Bool) -> SearchHistoryEntry {
        SearchHistoryEntry(
            id, lastUsed, useCount: useCount, isPinned: isPinned, sequence: sequence, isImported: isImported)
    }
}
