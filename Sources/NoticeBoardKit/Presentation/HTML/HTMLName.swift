/// The name of an element, an attribute or a character as one number (FNV-1a), so that a lookup makes no `String`.
///
/// Two names with one number would be taken as one, which changes only how their text looks.
struct HTMLName: Hashable {
    private(set) var key: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}
    init(_ name: some Sequence<UInt8>) { for byte in name { add(byte) } }

    @inline(__always) mutating func add(_ byte: UInt8) { key = (key ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

/// A fixed table of names.
///
/// `Dictionary` hashes too slowly for a lookup at every tag.
struct HTMLNameTable<Value: Sendable>: Sendable {
    /// An entry stands at the slot that its key names, or at the next free one.
    private var slots: [(key: UInt64, value: Value)?]

    init(_ entries: [(HTMLName, Value)]) {
        var size = 2
        while size < 2 * entries.count { size *= 2 }
        slots = Array(repeating: nil, count: size)
        for (name, value) in entries { slots[slot(of: name)] = (name.key, value) }
    }

    subscript(name: HTMLName) -> Value? { slots[slot(of: name)]?.value }

    /// The slot that holds `name`, or the free one where it would be.
    @inline(__always) private func slot(of name: HTMLName) -> Int {
        var slot = Int(truncatingIfNeeded: name.key ^ name.key >> 32) & (slots.count - 1)
        while let entry = slots[slot], entry.key != name.key { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }
}
