import Foundation
import NoticeBoardBase

extension SearchHistoryValue {
    /// Adds the entries of an older store, once for each source.
    mutating func add(
        _ entries: [SearchHistoryEntry], _ source: String, _ effect: inout SearchHistoryEffect
    ) throws(NoticeBoardError) {
        guard !source.isEmpty, source.utf8.count <= 255 else {
            throw NoticeBoardError(invalid: .source, "A source's name has 1 to 255 bytes.")
        }
        if rules.imports.contains(source) { return }
        rules.imports = (rules.imports + [source]).sorted()
        var entries = entries
        for index in entries.indices { (entries[index].sequence, entries[index].isImported) = (0, true) }
        merge(entries, &effect)
    }

    /// Brings removed entries back.
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

    /// Sorts entries in, merged with those of the same key, and removes those beyond the capacity.
    private mutating func merge(_ added: [SearchHistoryEntry], _ effect: inout SearchHistoryEffect) {
        let before = stored
        var places = [SearchHistoryEntry.Key: Int](minimumCapacity: stored.count + added.count)
        for (place, entry) in stored.enumerated() { places[entry.id] = place }
        var taken = Set(stored.map(\.sequence))
        // The last first: among equal dates the first of the array is the newest, as in a list.
        for entry in added.reversed() where entry.canBeKept {
            var entry = entry
            let place = places[entry.id]
            let known = place.map { stored[$0] }
            // An entry of no history, or one whose number was reused after its store was erased.
            if entry.sequence == 0 || (entry.sequence != known?.sequence && taken.contains(entry.sequence)) {
                rules.lastPlace += 1
                entry.sequence = rules.lastPlace
                entry.isImported = true
            }
            rules.lastPlace = max(rules.lastPlace, entry.sequence)
            taken.insert(entry.sequence)
            if let place {
                stored[place] = entry.joined(with: known)
            } else {
                places[entry.id] = stored.count
                stored.append(entry)
            }
        }
        stored.sort { $0.isNewer(than: $1) }
        var trimmed = SearchHistoryEffect()
        trim(&trimmed)
        let known = Dictionary(before.map { ($0.sequence, $0) }) { first, _ in first }
        // Unchanged entries are not written again.
        effect.puts += stored.reversed().filter { $0 != known[$0.sequence] }
        if trimmed.gone.isEmpty { return }
        let left = Set(stored.map(\.id))
        effect.gone += before.lazy.map(\.id).filter { !left.contains($0) }
    }
}

extension SearchHistoryEntry {
    /// Whether keyword, target and date are valid.
    fileprivate var canBeKept: Bool {
        if id.refusal != nil { return false }
        return lastUsed.timeIntervalSinceReferenceDate.isFinite
    }

    /// Merges two entries of one key: the newer date, the higher count, pinned if either is.
    ///
    /// The newer place wins; an imported entry takes the known one.
    fileprivate func joined(with known: SearchHistoryEntry?) -> SearchHistoryEntry {
        guard let known else { return self }
        let place = !isImported && isNewer(than: known) ? self : known
        return SearchHistoryEntry(
            id, max(lastUsed, known.lastUsed), useCount: max(useCount, known.useCount),
            isPinned: isPinned || known.isPinned, sequence: place.sequence, isImported: place.isImported)
    }
}
