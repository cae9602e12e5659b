public import Foundation
import NoticeBoardBase

extension SearchHistoryValue {
    /// Makes a change and returns the entries it removed, newest first; for a restore, those that found no room.
    ///
    /// If it throws, nothing has changed.
    public mutating func apply(_ change: SearchHistoryChange, now: Date) throws -> [SearchHistoryEntry] {
        var next = self
        var effect = SearchHistoryEffect()
        try next.carryOut(change, now: now, &effect)
        self = next
        return effect.removed
    }

    /// Makes a change and records what a store has to write.
    ///
    /// If it throws, this value is half changed: discard it.
    mutating func carryOut(
        _ change: SearchHistoryChange, now: Date, _ effect: inout SearchHistoryEffect
    ) throws(NoticeBoardError) {
        guard now.timeIntervalSinceReferenceDate.isFinite else {
            throw NoticeBoardError(.invalidInput, "The date of a search is not a number.", remedy: Remedy.noAction)
        }
        let before = rules
        switch change {
        case .save(let key):
            // Refused even if nothing would be recorded.
            if let refusal = key.refusal { throw refusal }
            if recording == .on { save(key, now, &effect) }
        case .delete(let keys):
            let keys = Set(keys)
            delete(&effect) { keys.contains($0.id) }
        case .deleteEverywhere(let keyword):
            let key = SearchHistoryEntry.Key(keyword)
            delete(&effect) { $0.keyword.hasSameBytes(as: key.keyword) }
        case .deleteAll(let keepingPinned):
            delete(&effect) { !(keepingPinned && $0.isPinned) }
        case .deleteExpired:
            let oldest = rules.oldestKept(now)
            delete(&effect) { entry in !entry.isPinned && oldest.map { entry.lastUsed < $0 } ?? false }
        case .pin(let key, let isPinned):
            if recording != .off { pin(key, isPinned, &effect) }
        case .restore(let removed):
            try refuseWhenOff()
            try restore(removed, &effect)
        case .add(let entries, let source):
            try refuseWhenOff()
            try add(entries, source, &effect)
        case .record(let recording):
            rules.recording = recording.rawValue
        case .erase:
            effect.isDeleting = true
            effect.deletesEntries = !stored.isEmpty
            effect.changesHeader = rules.lastPlace != 0
            self = erased
        case .setPolicy(let policy):
            rules.setPolicy(policy)
            if rules.capacity != before.capacity { trim(&effect) }
        }
        dropTooOld(now, &effect)
        var after = rules
        after.lastPlace = before.lastPlace
        if after != before { effect.changesHeader = true }
    }

    private func refuseWhenOff() throws(NoticeBoardError) {
        if recording == .off { throw NoticeBoardError(.historyOff, "Nothing can be added to a history that is off.") }
    }

    private mutating func delete(_ effect: inout SearchHistoryEffect, where isGone: (SearchHistoryEntry) -> Bool) {
        effect.isDeleting = true
        effect.removed = stored.filter(isGone)
        stored.removeAll(where: isGone)
        effect.deletesEntries = !effect.removed.isEmpty
    }

    private mutating func save(_ key: SearchHistoryEntry.Key, _ now: Date, _ effect: inout SearchHistoryEffect) {
        rules.lastPlace += 1
        let known = place(of: key).map { stored.remove(at: $0) }
        dropTypedOnTheWay(to: key, now, &effect)
        let useCount = known.map { $0.useCount < .max ? $0.useCount + 1 : .max } ?? 1
        let entry = SearchHistoryEntry(
            key, now, useCount: useCount, isPinned: known?.isPinned ?? false, sequence: rules.lastPlace, isImported: false)
        stored.insert(entry, at: 0)
        effect.puts.append(entry)
        trim(&effect, sparing: entry)
    }

    private func place(of key: SearchHistoryEntry.Key) -> Int? { stored.firstIndex { $0.id == key } }

    /// Removes the entries that the user typed on the way to `key`.
    private mutating func dropTypedOnTheWay(
        to key: SearchHistoryEntry.Key, _ now: Date, _ effect: inout SearchHistoryEffect
    ) {
        guard let merging = rules.merging else { return }
        // Ends at an entry that a wrong clock dated in the future.
        let shortlyBefore = stored.prefix { 0...merging ~= now.timeIntervalSince($0.lastUsed) }
        let typed = shortlyBefore.filter { entry in
            !entry.isPinned && entry.target == key.target && entry.keyword.count <= key.keyword.count
                && Highlighter(entry.keyword, options: [.hangulTyping, .caseSensitive]).prefixRange(in: key.keyword) != nil
        }
        guard !typed.isEmpty else { return }
        effect.gone += typed.map(\.id)
        let gone = Set(typed.map(\.sequence))
        stored.removeAll { gone.contains($0.sequence) }
    }

    private mutating func pin(_ key: SearchHistoryEntry.Key, _ isPinned: Bool, _ effect: inout SearchHistoryEffect) {
        guard let index = place(of: key), stored[index].isPinned != isPinned else { return }
        stored[index].isPinned = isPinned
        effect.puts.append(stored[index])
        trim(&effect)
    }

    private static let day = 86_400.0

    /// Removes the oldest entries that are not pinned while there are too many, but never the one that was just saved.
    mutating func trim(_ effect: inout SearchHistoryEffect, sparing spared: SearchHistoryEntry? = nil) {
        var excess = stored.count - rules.capacity
        guard excess > 0 else { return }
        for index in stored.indices.reversed() where excess > 0 {
            let entry = stored[index]
            guard !entry.isPinned, entry.sequence != spared?.sequence else { continue }
            stored.remove(at: index)
            effect.puts.removeAll { $0.sequence == entry.sequence }
            effect.gone.append(entry.id)
            excess -= 1
        }
    }

    /// Removes entries that are too old now and were too old a day ago.
    ///
    /// A clock that jumps ahead makes everything look too old; once it is corrected, the finding is taken back.
    mutating func dropTooOld(_ now: Date, _ effect: inout SearchHistoryEffect) {
        guard let oldest = rules.oldestKept(now) else { return rules.tooOldSince = nil }
        func isTooOld(_ entry: SearchHistoryEntry, _ oldest: Date) -> Bool { !entry.isPinned && entry.lastUsed < oldest }
        guard stored.contains(where: { isTooOld($0, oldest) }) else { return rules.tooOldSince = nil }
        guard let found = rules.tooOldSince, found <= now else { return rules.tooOldSince = now }
        guard now.timeIntervalSince(found) >= Self.day, let formerly = rules.oldestKept(found) else { return }
        let gone = stored.filter { isTooOld($0, min(oldest, formerly)) }
        stored.removeAll { isTooOld($0, min(oldest, formerly)) }
        effect.puts.removeAll { put in gone.contains { $0.sequence == put.sequence } }
        effect.deletesEntries = effect.deletesEntries || !gone.isEmpty
        effect.isDeleting = true
        rules.tooOldSince = stored.contains { isTooOld($0, oldest) } ? now : nil
    }
}
