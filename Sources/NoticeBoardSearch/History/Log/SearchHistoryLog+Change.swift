public import Foundation
import NoticeBoardBase

/// What changes came to: what a store that keeps records has to note.
struct SearchHistoryEffect {
    /// Entries that are new or became something else, the oldest first.
    var puts: [SearchHistoryEntry] = []
    /// The sequences of entries that gave way to others: too many, or typed on the way.
    var gone: [UInt64] = []
    /// A source whose import is done.
    var source: String?
    /// What the caller is given.
    var removed: [SearchHistoryEntry] = []
    /// Entries whose keywords must leave the store.
    var erased: [SearchHistoryEntry] = []
    /// Whether the change removes, even where there is nothing to remove: a store may hold what the list no longer does.
    var isErasing = false
    /// Whether nothing at all may stay, so that not even what cannot be read does.
    var isErasingAll = false
    /// Whether the rules, or when something was found too old, are others afterwards.
    var changesRules = false

    /// Whether nothing is other than before.
    var isNothing: Bool { puts.isEmpty && gone.isEmpty && source == nil && erased.isEmpty && !changesRules }
}

extension SearchHistoryLog {
    /// Does what is asked, and gives what it removed, newest first; of a restoring it gives what found no room.
    ///
    /// When it throws nothing has changed.
    public mutating func apply(_ change: SearchHistoryChange, now: Date) throws -> [SearchHistoryEntry] {
        var (next, effect) = (self, SearchHistoryEffect())
        try next.carryOut(change, now: now, &effect)
        self = next
        return effect.removed
    }

    /// Does what is asked and notes what it came to; when it throws the value is to be thrown away.
    mutating func carryOut(
        _ change: SearchHistoryChange, now: Date, _ effect: inout SearchHistoryEffect
    ) throws(NoticeBoardError) {
        guard now.timeIntervalSinceReferenceDate.isFinite else {
            throw NoticeBoardError(.invalidInput, "The clock's date is no number.", remedy: Remedy.noAction)
        }
        let before = rules
        switch change {
        case .save(let key):
            // Refused also where nothing would be recorded.
            if let refusal = key.refusal { throw refusal }
            if rules.recording == .on { save(key, now, &effect) }
        case .delete(let keys):
            let keys = Set(keys)
            erase(&effect) { keys.contains($0.id) }
        case .deleteEverywhere(let keyword):
            let key = SearchHistoryEntry.Key(keyword)
            erase(&effect) { $0.keyword.hasSameBytes(as: key.keyword) }
        case .clear(let keepingPinned):
            erase(&effect) { !(keepingPinned && $0.isPinned) }
            effect.isErasingAll = !keepingPinned
        case .purge:
            let oldest = rules.oldestKept(now)
            erase(&effect) { entry in !entry.isPinned && oldest.map { entry.lastUsed < $0 } ?? false }
        case .pin(let key, let isPinned):
            if rules.recording != .off { pin(key, isPinned, &effect) }
        case .restore(let removed):
            try refuseWhenOff()
            try restore(removed, &effect)
        case .add(let entries, let source):
            try refuseWhenOff()
            try add(entries, source, &effect)
        case .record(let recording, let erasing):
            rules.recording = recording
            if erasing {
                erase(&effect) { _ in true }
                effect.isErasingAll = true
            }
        case .obey(let policy):
            rules.obey(policy)
            if rules.capacity != before.capacity { trim(&effect) }
        }
        dropTooOld(now, &effect)
        if rules != before { effect.changesRules = true }
    }

    private func refuseWhenOff() throws(NoticeBoardError) {
        if rules.recording == .off { throw NoticeBoardError(.historyOff, "Nothing can be added to a history that is off.") }
    }

    private mutating func erase(_ effect: inout SearchHistoryEffect, where isGone: (SearchHistoryEntry) -> Bool) {
        effect.isErasing = true
        var kept: [SearchHistoryEntry] = []
        kept.reserveCapacity(stored.count)
        for entry in stored { if isGone(entry) { effect.removed.append(entry) } else { kept.append(entry) } }
        effect.erased += effect.removed
        stored = kept
    }

    private mutating func save(_ key: SearchHistoryEntry.Key, _ now: Date, _ effect: inout SearchHistoryEffect) {
        lastSequence += 1
        let known = place(of: key).map { stored.remove(at: $0) }
        dropTypedOnTheWay(to: key, now, &effect)
        let useCount = known.map { $0.useCount < .max ? $0.useCount + 1 : .max } ?? 1
        let entry = SearchHistoryEntry(
            key, now, useCount: useCount, isPinned: known?.isPinned ?? false, sequence: lastSequence, isImported: false)
        stored.insert(entry, at: 0)
        effect.puts.append(entry)
        trim(&effect, sparing: entry)
    }

    /// Where the entry of a key stands: by its place, because a closure that is handed each entry takes twice as long.
    private func place(of key: SearchHistoryEntry.Key) -> Int? {
        for place in stored.indices where stored[place].id == key { return place }
        return nil
    }

    /// Drops the entries that a person typed before going on to `key`.
    private mutating func dropTypedOnTheWay(
        to key: SearchHistoryEntry.Key, _ now: Date, _ effect: inout SearchHistoryEffect
    ) {
        guard case .typedPrefixes(let seconds) = rules.merging else { return }
        // A date of the future is that of a clock that was wrong, and says nothing.
        let shortlyBefore = stored.prefix { 0...seconds ~= now.timeIntervalSince($0.lastUsed) }
        let typed = shortlyBefore.filter { entry in
            !entry.isPinned && entry.target == key.target && entry.keyword.count <= key.keyword.count
                && Highlighter(entry.keyword, options: [.hangulTyping, .caseSensitive]).prefixRange(in: key.keyword) != nil
        }
        let gone = Set(typed.map(\.sequence))
        effect.gone += typed.map(\.sequence)
        if !gone.isEmpty { stored.removeAll { gone.contains($0.sequence) } }
    }

    private mutating func pin(_ key: SearchHistoryEntry.Key, _ isPinned: Bool, _ effect: inout SearchHistoryEffect) {
        guard let index = place(of: key), stored[index].isPinned != isPinned else { return }
        stored[index] = stored[index].with(isPinned: isPinned)
        effect.puts.append(stored[index])
        trim(&effect)
    }
}

extension SearchHistoryLog {
    private static let day = 86_400.0

    /// Lets the oldest that are not pinned go for as long as there are too many; what was just saved is never among them.
    mutating func trim(_ effect: inout SearchHistoryEffect, sparing spared: SearchHistoryEntry? = nil) {
        var excess = stored.count - rules.capacity
        guard excess > 0 else { return }
        for index in stored.indices.reversed() where excess > 0 {
            let entry = stored[index]
            guard !entry.isPinned, entry.sequence != spared?.sequence else { continue }
            stored.remove(at: index)
            effect.puts.removeAll { $0.sequence == entry.sequence }
            effect.gone.append(entry.sequence)
            excess -= 1
        }
    }

    /// Looks for what is too old, and erases what a look a day ago or earlier found too old already.
    ///
    /// A clock that leapt ahead makes everything look too old once; put right, it takes the finding back.
    mutating func dropTooOld(_ now: Date, _ effect: inout SearchHistoryEffect) {
        guard let oldest = rules.oldestKept(now) else { return rules.foundTooOld = nil }
        func isTooOld(_ entry: SearchHistoryEntry, _ oldest: Date) -> Bool { !entry.isPinned && entry.lastUsed < oldest }
        guard stored.contains(where: { isTooOld($0, oldest) }) else { return rules.foundTooOld = nil }
        guard let found = rules.foundTooOld, found <= now else { return rules.foundTooOld = now }
        guard now.timeIntervalSince(found) >= Self.day, let formerly = rules.oldestKept(found) else { return }
        let gone = stored.filter { isTooOld($0, min(oldest, formerly)) }
        stored.removeAll { isTooOld($0, min(oldest, formerly)) }
        effect.puts.removeAll { put in gone.contains { $0.sequence == put.sequence } }
        effect.erased += gone
        effect.isErasing = true
        rules.foundTooOld = stored.contains { isTooOld($0, oldest) } ? now : nil
    }
}
