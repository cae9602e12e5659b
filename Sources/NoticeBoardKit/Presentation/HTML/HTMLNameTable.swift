/// Values by the names of elements or characters.
///
/// Every tag and every reference is looked up. A name is a hash already, which a `Dictionary` would hash again.
struct HTMLNameTable<Value: Sendable>: Sendable {
    private var entries: [(name: HTMLName, value: Value)] = []
    /// Where the entries are, counted from 1; 0 is a free slot.
    ///
    /// A quarter of the slots stays free.
    private var slots: [UInt16]

    /// Creates a table for up to `capacity` names.
    init(capacity: Int) {
        var count = 2
        while 3 * count < 4 * capacity { count *= 2 }
        slots = Array(repeating: 0, count: count)
        entries.reserveCapacity(capacity)
    }

    /// Adds a value; a name that does not fit any more is not found.
    mutating func add(_ name: HTMLName, _ value: Value) {
        guard 4 * entries.count < 3 * slots.count, entries.count < UInt16.max else { return }
        entries.append((name, value))
        var slot = firstSlot(of: name)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt16(entries.count)
    }

    @inline(__always) subscript(name: HTMLName) -> Value? {
        var slot = firstSlot(of: name)
        while slots[slot] != 0 {
            let entry = entries[Int(slots[slot]) - 1]
            if entry.name == name { return entry.value }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    @inline(__always) private func firstSlot(of name: HTMLName) -> Int {
        Int(truncatingIfNeeded: name.key ^ name.key >> 32) & (slots.count - 1)
    }
}
