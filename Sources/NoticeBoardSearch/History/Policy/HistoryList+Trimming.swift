import Foundation

extension SearchHistoryPolicy {
    /// The date before which an entry is too old.
    func oldestKept(_ now: Date) -> Date? { maximumAge.map { now.addingTimeInterval(-$0) } }
}

extension HistoryList {
    /// The step with what has to give way under `policy`: what is too old, and the oldest of what is too much.
    ///
    /// What was just saved is spared, even where a clock that went back makes it the oldest.
    func trimmed(
        _ step: HistoryStep, _ policy: SearchHistoryPolicy, _ now: Date, sparing spared: SearchHistoryEntry? = nil
    ) -> HistoryStep {
        if let step = trimmedQuickly(step, policy, now, spared) { return step }
        var changed: [SearchHistoryEntry.Key: SearchHistoryEntry] = [:]
        for entry in step.puts { changed[entry.id] = entry }
        var leaving = Set(step.gone.map(\.id))
        /// Lets an entry go, unless it is pinned by now.
        func drop(_ entry: SearchHistoryEntry) -> Bool {
            guard !(changed[entry.id] ?? entry).isPinned, entry.id != spared?.id else { return false }
            return leaving.insert(entry.id).inserted
        }

        if let oldest = policy.oldestKept(now) {
            for entry in oldestFirst.prefix(while: { $0.lastUsed < oldest }) where changed[entry.id] == nil { _ = drop(entry) }
            for entry in step.puts where entry.lastUsed < oldest { _ = drop(entry) }
        }
        let fresh = changed.keys.filter { self[$0] == nil }
        let remaining = count + fresh.count - leaving.count
        var excess = remaining - policy.capacity
        if excess > 0, fresh.count <= 1 {
            // A single new entry is the newest, or spared: the oldest of those there give way.
            for entry in oldestFirst where excess > 0 && drop(entry) { excess -= 1 }
        } else if excess > 0 {
            for entry in oldestFirst(with: changed) where excess > 0 && drop(entry) { excess -= 1 }
        }
        guard !leaving.isEmpty else { return step }
        var step = step
        step.puts.removeAll { leaving.contains($0.id) }
        step.gone = leaving.compactMap { self[$0] }.sorted { $0.sequence < $1.sequence }
        return step
    }

    /// The same where at most one has to give way to a save, as nearly always; nil where there is more to think about.
    private func trimmedQuickly(
        _ step: HistoryStep, _ policy: SearchHistoryPolicy, _ now: Date, _ spared: SearchHistoryEntry?
    ) -> HistoryStep? {
        if policy.maximumAge == nil, step.gone.isEmpty, count + step.puts.count <= policy.capacity { return step }
        guard let spared, step.gone.isEmpty, count <= policy.capacity else { return nil }
        guard let oldest else { return step }
        if let limit = policy.oldestKept(now), oldest.lastUsed < limit { return nil }
        // What was searched before takes nobody's place.
        if count < policy.capacity || spared.useCount > 1 { return step }
        guard !oldest.isPinned else { return nil }
        var step = step
        step.gone = [oldest]
        return step
    }

    /// What the list would be with the changed entries in it, oldest first.
    private func oldestFirst(with changed: [SearchHistoryEntry.Key: SearchHistoryEntry]) -> [SearchHistoryEntry] {
        var list = self
        for entry in changed.values { list.put(entry) }
        return Array(list.oldestFirst)
    }
}
