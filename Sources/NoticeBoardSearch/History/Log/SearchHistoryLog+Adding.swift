import Foundation
import NoticeBoardBase

extension SearchHistoryLog {
    /// Takes over what an older store holds, once for each source.
    mutating func add(
        _ entries: [SearchHistoryEntry], _ source: String, _ effect: inout SearchHistoryEffect
    ) throws(NoticeBoardError) {
        guard !source.isEmpty, source.utf8.count <= 255 else {
            throw NoticeBoardError(.invalidInput, "A source's name has 1 to 255 bytes.", remedy: .fixInput(.source))
        }
        guard sources.insert(source).inserted else { return }
        effect.source = source
        merge(entries.map { $0.with(sequence: 0, isImported: true) }, &effect)
    }

    /// Brings back what a removal gave.
    mutating func restore(
        _ removed: [SearchHistoryEntry], _ effect: inout SearchHistoryEffect
    ) throws(NoticeBoardError) {
        merge(removed, &effect)
        let there = Set(stored.map(\.id))
        effect.removed = removed.filter { !there.contains($0.id) }
        if !removed.isEmpty, effect.removed.count == removed.count {
            throw NoticeBoardError(.historyFull, "Newer entries have taken the place of what should come back.")
        }
    }

    /// Puts entries where they belong, joined with those of the same key, and lets go what is too much then.
    private mutating func merge(_ added: [SearchHistoryEntry], _ effect: inout SearchHistoryEffect) {
        var list = [SearchHistoryEntry.Key: SearchHistoryEntry](minimumCapacity: stored.count + added.count)
        for entry in stored { list[entry.id] = entry }
        var taken = Set(stored.map(\.sequence))
        // The last first, so that among equal dates the first of the array is the newest: the order in which lists are shown.
        for entry in added.reversed() where entry.id.refusal == nil && entry.lastUsed.timeIntervalSinceReferenceDate.isFinite {
            var entry = entry
            let known = list[entry.id]
            // One that no history has listed, or whose number was given out again after a store was lost.
            if entry.sequence == 0 || (entry.sequence != known?.sequence && taken.contains(entry.sequence)) {
                lastSequence += 1
                entry = entry.with(sequence: lastSequence, isImported: true)
            }
            lastSequence = max(lastSequence, entry.sequence)
            taken.insert(entry.sequence)
            list[entry.id] = entry.joined(with: known)
        }
        let before = stored
        stored = list.values.sorted { $0.isNewer(than: $1) }
        var dropped = SearchHistoryEffect()
        trim(&dropped)
        let known = Dictionary(uniqueKeysWithValues: before.map { ($0.sequence, $0) })
        // What is there as it would become is not written again, and what was never there has not gone.
        effect.puts += stored.reversed().filter { $0 != known[$0.sequence] }
        effect.gone += dropped.gone.filter { known[$0] != nil }
    }
}

extension SearchHistoryEntry {
    /// The newer of the two dates, the higher count, pinned if either is; the newer place, and the known one for what comes
    /// from elsewhere.
    fileprivate func joined(with known: SearchHistoryEntry?) -> SearchHistoryEntry {
        guard let known else { return self }
        let place = !isImported && isNewer(than: known) ? self : known
        return SearchHistoryEntry(
            id, max(lastUsed, known.lastUsed), useCount: max(useCount, known.useCount),
            isPinned: isPinned || known.isPinned, sequence: place.sequence, isImported: place.isImported)
    }
}
