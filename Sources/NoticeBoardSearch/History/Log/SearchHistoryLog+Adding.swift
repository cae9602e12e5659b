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
        let before = stored
        var places = [SearchHistoryEntry.Key: Int](minimumCapacity: stored.count + added.count)
        for (place, entry) in stored.enumerated() { places[entry.id] = place }
        var taken = Set(stored.map(\.sequence))
        // The last first, so that among equal dates the first of the array is the newest: the order in which lists are shown.
        for entry in added.reversed() where entry.canBeKept {
            var entry = entry
            let place = places[entry.id]
            let known = place.map { stored[$0] }
            // One that no history has listed, or whose number was given out again after a store was lost.
            if entry.sequence == 0 || (entry.sequence != known?.sequence && taken.contains(entry.sequence)) {
                lastSequence += 1
                entry = entry.with(sequence: lastSequence, isImported: true)
            }
            lastSequence = max(lastSequence, entry.sequence)
            taken.insert(entry.sequence)
            if let place {
                stored[place] = entry.joined(with: known)
            } else {
                places[entry.id] = stored.count
                stored.append(entry)
            }
        }
        stored.sort { $0.isNewer(than: $1) }
        var dropped = SearchHistoryEffect()
        trim(&dropped)
        let known = Dictionary(uniqueKeysWithValues: before.map { ($0.sequence, $0) })
        // What is there as it would become is not written again.
        effect.puts += stored.reversed().filter { $0 != known[$0.sequence] }
        if dropped.gone.isEmpty { return }
        // What found no room goes by the number under which it was there: it may have been given a newer place on the way.
        let left = Set(stored.map(\.id))
        effect.gone += before.filter { !left.contains($0.id) }.map(\.sequence)
    }
}

extension SearchHistoryEntry {
    /// Whether a history takes it: neither its keyword nor its target nor its date stands in the way.
    fileprivate var canBeKept: Bool {
        if id.refusal != nil { return false }
        return lastUsed.timeIntervalSinceReferenceDate.isFinite
    }

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
