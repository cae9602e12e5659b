import Foundation
import NoticeBoardBase

extension HistoryList {
    /// What `change` comes to under `policy`; nothing is changed yet.
    func step(
        for change: SearchHistoryChange, _ policy: SearchHistoryPolicy, now: Date
    ) throws(NoticeBoardError) -> HistoryStep {
        switch change {
        case .save(let key):
            try Self.check(key, now)
            return policy.recording == .on ? saving(key, policy, now) : HistoryStep()
        case .delete(let keys):
            return HistoryStep(erased: entries(of: keys), isErasing: true)
        case .clear(let keepingPinned):
            let erased = newestFirst.filter { !(keepingPinned && $0.isPinned) }
            return HistoryStep(erased: erased, isErasing: true, isErasingAll: !keepingPinned)
        case .pin(let key, let isPinned):
            guard policy.recording != .off, let entry = self[key], entry.isPinned != isPinned else { return HistoryStep() }
            return trimmed(HistoryStep(puts: [entry.with(isPinned: isPinned)]), policy, now)
        case .add(let entries, let source):
            guard policy.recording != .off else { return HistoryStep() }
            return try adding(entries, source, policy, now)
        case .record(_, let erasing):
            guard erasing else { return HistoryStep() }
            return HistoryStep(erased: Array(newestFirst), isErasing: true, isErasingAll: true)
        }
    }

    /// What a person sees of the list under `policy`: nothing when it is off, and nothing that is too old.
    mutating func entries(_ policy: SearchHistoryPolicy, now: @autoclosure () -> Date) -> [SearchHistoryEntry] {
        guard policy.recording != .off else { return [] }
        let entries = entries()
        guard policy.maximumAge != nil, let oldest = policy.oldestKept(now()), let last = self.oldest,
            last.lastUsed < oldest
        else { return entries }
        return entries.filter { $0.isPinned || !($0.lastUsed < oldest) }
    }

    /// The newest `limit` of what a person sees; the others are not made for it.
    func recent(_ limit: Int, _ policy: SearchHistoryPolicy, now: @autoclosure () -> Date) -> [SearchHistoryEntry] {
        guard policy.recording != .off else { return [] }
        guard let oldest = policy.oldestKept(now()) else { return Array(newestFirst.prefix(limit)) }
        return Array(newestFirst.lazy.filter { $0.isPinned || !($0.lastUsed < oldest) }.prefix(limit))
    }

    private static func check(_ key: SearchHistoryEntry.Key, _ now: Date) throws(NoticeBoardError) {
        if let refusal = key.refusal { throw refusal }
        guard now.timeIntervalSinceReferenceDate.isFinite else {
            throw NoticeBoardError(.invalidInput, "The clock's date is no number.", remedy: Remedy.none)
        }
    }

    private func saving(_ key: SearchHistoryEntry.Key, _ policy: SearchHistoryPolicy, _ now: Date) -> HistoryStep {
        let known = self[key]
        let entry = SearchHistoryEntry(
            key, now, useCount: (known?.useCount ?? 0) + 1, isPinned: known?.isPinned ?? false, sequence: nextSequence)
        return trimmed(HistoryStep(puts: [entry], gone: typedOnTheWay(to: key, policy, now)), policy, now, sparing: entry)
    }

    /// The entries that a person typed before going on to `key`.
    private func typedOnTheWay(to key: SearchHistoryEntry.Key, _ policy: SearchHistoryPolicy, _ now: Date)
        -> [SearchHistoryEntry]
    {
        guard case .typedPrefixes(let seconds) = policy.merging else { return [] }
        return newestFirst.prefix { now.timeIntervalSince($0.lastUsed) <= seconds }.filter { entry in
            !entry.isPinned && entry.target == key.target && entry.id != key
                && entry.keyword.count <= key.keyword.count
                && Highlighter(entry.keyword, options: [.hangulTyping]).prefixRange(in: key.keyword) != nil
        }
    }

    private func adding(
        _ entries: [SearchHistoryEntry], _ source: String?, _ policy: SearchHistoryPolicy, _ now: Date
    ) throws(NoticeBoardError) -> HistoryStep {
        var step = HistoryStep()
        if let source {
            guard !source.isEmpty, source.utf8.count <= 255 else {
                throw NoticeBoardError(.invalidInput, "A source's name has 1 to 255 bytes.", remedy: .fixInput(.source))
            }
            if sources.contains(source) { return step }
            step.source = source
        }
        var next = nextSequence
        var met = [SearchHistoryEntry.Key: Int](minimumCapacity: entries.count)
        step.puts.reserveCapacity(entries.count)
        // The last first, so that among equal dates the first of the array is the newest: the order in which lists are shown.
        for entry in entries.reversed() {
            guard entry.id.refusal == nil, entry.lastUsed.timeIntervalSinceReferenceDate.isFinite else { continue }
            if let index = met.updateValue(step.puts.count, forKey: entry.id) {
                met[entry.id] = index
                step.puts[index] = entry.joined(with: step.puts[index], sequence: next)
            } else {
                step.puts.append(entry.joined(with: count > 0 ? self[entry.id] : nil, sequence: next))
            }
            next = next &+ 1
        }
        // What is there as it would become is not written again.
        if count > 0 { step.puts.removeAll { $0 == self[$0.id] } }
        // Written in the order in which they are read again.
        step.puts.sort { $0.isOlder(than: $1) }
        return trimmed(step, policy, now)
    }
}

extension SearchHistoryEntry {
    fileprivate func isOlder(than other: SearchHistoryEntry) -> Bool {
        lastUsed == other.lastUsed ? sequence < other.sequence : lastUsed < other.lastUsed
    }

    /// The newer of the two dates, the higher count, pinned if either is.
    fileprivate func joined(with known: SearchHistoryEntry?, sequence next: UInt64) -> SearchHistoryEntry {
        guard let known else { return with(sequence: next) }
        let isNewer = lastUsed > known.lastUsed
        return SearchHistoryEntry(
            id, isNewer ? lastUsed : known.lastUsed, useCount: max(useCount, known.useCount),
            isPinned: isPinned || known.isPinned, sequence: isNewer ? next : known.sequence)
    }
}
