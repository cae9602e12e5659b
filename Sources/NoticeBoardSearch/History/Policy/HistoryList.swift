import Foundation

/// The entries of a history in their order: the value that both backends keep.
///
/// Saving costs the same however long the list is.
struct HistoryList {
    /// Where an entry stands: the oldest first, so that the newest is put at the end.
    fileprivate struct Place {
        let date: Double
        let sequence: UInt64
        let slot: Int
        /// The stamp that the slot bore when its entry was put here; by another the entry stands elsewhere or is gone.
        let stamp: Int

        func isOlder(than other: Place) -> Bool {
            // Not `<`: the bits may be those of no number when a file says so, and the order is total even then.
            if date.bitPattern != other.date.bitPattern { return date.isTotallyOrdered(belowOrEqualTo: other.date) }
            return sequence < other.sequence
        }
    }

    /// The entries that were read and have not changed since; their slots are the first.
    private var read = JournalEntries()
    /// Places that their entries have left stay until there are more of them than others: taking each out would move the rest.
    private var places: [Place] = []
    /// The oldest place that its entry has not left.
    private var first = 0
    /// The slots after those of what was read.
    private var slots: [SearchHistoryEntry?] = []
    /// By slot; 0 where nothing is.
    private var stamps: [Int] = []
    private var lastStamp = 0
    private var freeSlots: [Int] = []
    /// Of those after what was read.
    private var slotOfKey: [SearchHistoryEntry.Key: Int] = [:]
    private var listed: [SearchHistoryEntry]?
    /// The sources whose import is done.
    private(set) var sources: Set<String> = []
    /// The sequence that the next entry gets.
    private(set) var nextSequence: UInt64 = 1
    /// How many bytes all targets and keywords have.
    private(set) var textBytes = 0

    private(set) var count = 0

    init() {}

    /// A list of entries that were read.
    init(_ entries: JournalEntries) {
        (read, count, lastStamp, nextSequence) = (entries, entries.count, entries.count, entries.lastSequence &+ 1)
        stamps = Array(1..<count + 1)
        places.reserveCapacity(count)
        entries.forEach { number, date, sequence, length in
            places.append(Place(date: date, sequence: sequence, slot: number, stamp: number + 1))
            textBytes += length
        }
        order()
    }

    subscript(key: SearchHistoryEntry.Key) -> SearchHistoryEntry? { slot(of: key).flatMap { self[slot: $0] } }

    private subscript(slot slot: Int) -> SearchHistoryEntry? { slot < read.count ? read[slot] : slots[slot - read.count] }

    private func slot(of key: SearchHistoryEntry.Key) -> Int? { slotOfKey[key] ?? slotOfRead(key) }

    private func slotOfRead(_ key: SearchHistoryEntry.Key) -> Int? {
        guard let slot = read.number(of: key), stamps[slot] != 0 else { return nil }
        return slot
    }

    /// Every entry, newest first; made once for as long as nothing changes.
    mutating func entries() -> [SearchHistoryEntry] {
        if let listed { return listed }
        var entries: [SearchHistoryEntry] = []
        entries.reserveCapacity(count)
        for entry in newestFirst { entries.append(entry) }
        listed = entries
        return entries
    }

    /// The entries, oldest first, without making a list of them.
    var oldestFirst: some Sequence<SearchHistoryEntry> { places[first...].lazy.compactMap { entry(at: $0) } }

    /// The entries, newest first, without making a list of them.
    var newestFirst: some Sequence<SearchHistoryEntry> { places[first...].reversed().lazy.compactMap { entry(at: $0) } }

    /// The oldest entry.
    var oldest: SearchHistoryEntry? { first < places.count ? entry(at: places[first]) : nil }

    private func isCurrent(_ place: Place) -> Bool { stamps[place.slot] == place.stamp }

    private func entry(at place: Place) -> SearchHistoryEntry? { isCurrent(place) ? self[slot: place.slot] : nil }

    /// Makes room for so many more entries at once.
    mutating func reserve(_ more: Int) {
        places.reserveCapacity(places.count + more)
        slots.reserveCapacity(slots.count + more)
        stamps.reserveCapacity(stamps.count + more)
        slotOfKey.reserveCapacity(slotOfKey.count + more)
    }

    /// The entries of these keys that are there, newest first.
    func entries(of keys: [SearchHistoryEntry.Key]) -> [SearchHistoryEntry] {
        let found = Set(keys).compactMap(slot).compactMap { slot in
            self[slot: slot].map { (Place($0, slot, stamps[slot]), $0) }
        }
        return found.sorted { $1.0.isOlder(than: $0.0) }.map(\.1)
    }

    /// Remembers that a source was imported.
    mutating func note(source: String) { sources.insert(source) }

    /// Does what was decided.
    mutating func commit(_ step: HistoryStep) {
        for entry in step.erased { remove(entry.id) }
        for entry in step.gone { remove(entry.id) }
        if step.puts.count > 8 { put(step.puts) } else { for entry in step.puts { put(entry) } }
        if let source = step.source { note(source: source) }
    }
}

extension HistoryList {
    /// Puts an entry in its place, instead of one with the same key.
    mutating func put(_ entry: SearchHistoryEntry) {
        let place = fill(with: entry)
        // Nearly always the newest of all.
        if let last = places.last, place.isOlder(than: last) {
            let position = position(of: place)
            places.insert(place, at: position)
            first = min(first, position)
        } else {
            places.append(place)
        }
        tidy()
    }

    /// Puts many at once: putting them in order at last costs less than looking for each one's place.
    mutating func put(_ entries: [SearchHistoryEntry]) {
        reserve(entries.count)
        for entry in entries { putUnordered(entry) }
        order()
    }

    /// Puts an entry at the end, wherever its place is; ``order()`` has to follow.
    mutating func putUnordered(_ entry: SearchHistoryEntry) {
        places.append(fill(with: entry))
        tidy()
    }

    /// Puts entries in their order again.
    mutating func order() {
        for index in places.indices.dropFirst(first + 1) where places[index].isOlder(than: places[index - 1]) {
            places = places[first...].filter(isCurrent).sorted { $0.isOlder(than: $1) }
            first = 0
            return
        }
    }

    private mutating func fill(with entry: SearchHistoryEntry) -> Place {
        lastStamp += 1
        nextSequence = max(nextSequence, entry.sequence &+ 1)
        listed = nil
        let slot = freeSlots.popLast() ?? stamps.count
        if slot == stamps.count {
            slots.append(entry)
            stamps.append(lastStamp)
        } else {
            slots[slot - read.count] = entry
            stamps[slot] = lastStamp
        }
        textBytes += entry.textBytes
        count += 1
        if let old = slotOfKey.updateValue(slot, forKey: entry.id) ?? slotOfRead(entry.id) { vacate(old) }
        return Place(entry, slot, lastStamp)
    }

    private mutating func vacate(_ slot: Int) {
        textBytes -= self[slot: slot]?.textBytes ?? 0
        count -= 1
        stamps[slot] = 0
        listed = nil
        guard slot >= read.count else { return }
        slots[slot - read.count] = nil
        freeSlots.append(slot)
    }

    /// Takes an entry out, if it is there.
    mutating func remove(_ key: SearchHistoryEntry.Key) {
        guard let slot = slotOfKey.removeValue(forKey: key) ?? slotOfRead(key) else { return }
        vacate(slot)
        tidy()
    }

    /// Takes out the entry that bears `sequence`, if it is still there: the oldest, nearly always.
    mutating func remove(sequence: UInt64) {
        let place = places[first...].first { $0.sequence == sequence && isCurrent($0) }
        if let place, let entry = self[slot: place.slot] { remove(entry.id) }
    }

    private mutating func tidy() {
        while first < places.count, !isCurrent(places[first]) { first += 1 }
        guard places.count > 2 * count + 32 else { return }
        places = places[first...].filter(isCurrent)
        first = 0
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

extension HistoryList.Place {
    fileprivate init(_ entry: SearchHistoryEntry, _ slot: Int, _ stamp: Int) {
        self.init(date: entry.lastUsed.timeIntervalSinceReferenceDate, sequence: entry.sequence, slot: slot, stamp: stamp)
    }
}

extension SearchHistoryEntry {
    var textBytes: Int { target.rawValue.utf8.count + keyword.utf8.count }
}
