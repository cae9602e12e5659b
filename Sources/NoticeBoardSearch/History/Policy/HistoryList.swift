import Foundation

/// The entries of a history in their order: the value that both backends keep.
///
/// Saving costs the same however long the list is, but for moving a few bytes an entry.
struct HistoryList {
    /// Where an entry stands: the oldest first, so that the newest is put at the end.
    private struct Place {
        let date: Double
        let sequence: UInt64
        let slot: Int

        func isOlder(than other: Place) -> Bool {
            // Not `<`: the bits may be those of no number when a file says so, and the order is total even then.
            if date.bitPattern != other.date.bitPattern { return date.isTotallyOrdered(belowOrEqualTo: other.date) }
            return sequence < other.sequence
        }
    }

    private var places: [Place] = []
    private var slots: [SearchHistoryEntry?] = []
    private var freeSlots: [Int] = []
    private var slotOfKey: [SearchHistoryEntry.Key: Int] = [:]
    private var listed: [SearchHistoryEntry]?
    /// The sources whose import is done.
    private(set) var sources: Set<String> = []
    /// The sequence that the next entry gets.
    private(set) var nextSequence: UInt64 = 1
    /// How many bytes all targets and keywords have.
    private(set) var textBytes = 0

    var count: Int { places.count }

    subscript(key: SearchHistoryEntry.Key) -> SearchHistoryEntry? { slotOfKey[key].flatMap { slots[$0] } }

    /// Every entry, newest first; made once for as long as nothing changes.
    mutating func entries() -> [SearchHistoryEntry] {
        if let listed { return listed }
        let entries = places.reversed().compactMap { slots[$0.slot] }
        listed = entries
        return entries
    }

    /// The entries, oldest first, without making a list of them.
    var oldestFirst: some Sequence<SearchHistoryEntry> { places.lazy.compactMap { slots[$0.slot] } }

    /// The entries, newest first, without making a list of them.
    var newestFirst: some Sequence<SearchHistoryEntry> { places.lazy.reversed().lazy.compactMap { slots[$0.slot] } }

    /// Puts an entry in its place, instead of one with the same key.
    mutating func put(_ entry: SearchHistoryEntry) {
        let slot = freeSlots.popLast() ?? slots.count
        if slot == slots.count { slots.append(entry) } else { slots[slot] = entry }
        if let old = slotOfKey.updateValue(slot, forKey: entry.id) { vacate(old) }
        let place = Place(date: entry.lastUsed.timeIntervalSinceReferenceDate, sequence: entry.sequence, slot: slot)
        // Nearly always the newest of all.
        if let last = places.last, place.isOlder(than: last) {
            places.insert(place, at: position(of: place))
        } else {
            places.append(place)
        }
        nextSequence = max(nextSequence, entry.sequence &+ 1)
        textBytes += entry.textBytes
        listed = nil
    }

    /// Makes room for so many entries at once.
    mutating func reserve(_ count: Int) {
        places.reserveCapacity(count)
        slots.reserveCapacity(count)
        slotOfKey.reserveCapacity(count)
    }

    /// The entries of these keys that are there, newest first.
    func entries(of keys: [SearchHistoryEntry.Key]) -> [SearchHistoryEntry] {
        let found = Set(keys).compactMap { slotOfKey[$0] }.compactMap { slot in
            slots[slot].map { entry in
                (Place(date: entry.lastUsed.timeIntervalSinceReferenceDate, sequence: entry.sequence, slot: slot), entry)
            }
        }
        return found.sorted { $1.0.isOlder(than: $0.0) }.map(\.1)
    }

    /// Takes an entry out, if it is there.
    mutating func remove(_ key: SearchHistoryEntry.Key) {
        if let slot = slotOfKey.removeValue(forKey: key) { vacate(slot) }
    }

    private mutating func vacate(_ slot: Int) {
        guard let entry = slots[slot] else { return }
        let place = Place(date: entry.lastUsed.timeIntervalSinceReferenceDate, sequence: entry.sequence, slot: slot)
        var index = position(of: place)
        // Two entries of one sequence are nothing that we write, but a file may hold them.
        while places[index].slot != slot { index += 1 }
        places.remove(at: index)
        slots[slot] = nil
        freeSlots.append(slot)
        textBytes -= entry.textBytes
        listed = nil
    }

    /// Takes out the entry that bears `sequence`, if it is still there: the oldest, nearly always.
    mutating func remove(sequence: UInt64) {
        guard let place = places.first(where: { $0.sequence == sequence }), let entry = slots[place.slot] else { return }
        remove(entry.id)
    }

    /// Remembers that a source was imported.
    mutating func note(source: String) { sources.insert(source) }

    /// Does what was decided.
    mutating func commit(_ step: HistoryStep) {
        for entry in step.erased { remove(entry.id) }
        for entry in step.gone { remove(entry.id) }
        for entry in step.puts { put(entry) }
        if let source = step.source { note(source: source) }
    }

    /// The first place that is not older.
    private func position(of place: Place) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].isOlder(than: place) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension SearchHistoryEntry {
    fileprivate var textBytes: Int { target.rawValue.utf8.count + keyword.utf8.count }
}
