/// A name of up to ten letters and digits in one number, so that looking it up makes no text.
struct PackedName: Hashable {
    fileprivate let packed: UInt64

    private init(packed: UInt64) { self.packed = packed }

    /// A name that is put together letter by letter.
    struct Builder {
        private var packed: UInt64 = 0
        private var count = 0

        /// Adds a letter or digit; false where it is neither.
        @inline(__always) mutating func append(_ byte: UInt8, ignoringCase: Bool) -> Bool {
            guard let code = PackedName.code(byte, ignoringCase) else { return false }
            packed = packed << 6 | UInt64(code)
            count += 1
            return true
        }

        /// The name; nothing where it is empty or too long.
        var name: PackedName? { 1...10 ~= count ? PackedName(packed: packed) : nil }
    }

    /// Nothing when the name is empty, longer, or of other characters.
    init?(_ name: some Collection<UInt8>, ignoringCase: Bool = false) {
        var builder = Builder()
        for byte in name { guard builder.append(byte, ignoringCase: ignoringCase) else { return nil } }
        guard let name = builder.name else { return nil }
        self = name
    }

    /// 1 to 62: zero would make a name out of nothing.
    private static func code(_ byte: UInt8, _ ignoringCase: Bool) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 1
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A") + (ignoringCase ? 37 : 11)
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 37
        default: nil
        }
    }
}

/// What names mean: a table that is looked into for every tag and entity of a text, so that it is no dictionary.
struct NameTable<Meaning: Sendable>: Sendable {
    /// A name and its meaning, at a slot that follows from the name, or at the next one that was free.
    private var slots: [(name: UInt64, meaning: Meaning)?]

    /// A table of at most 500 names.
    init(_ names: some Sequence<(PackedName, Meaning)>) {
        slots = Array(repeating: nil, count: 1 << 10)
        for (name, meaning) in names {
            var slot = Self.slot(of: name)
            while let taken = slots[slot], taken.name != name.packed { slot = (slot + 1) & (1 << 10 - 1) }
            slots[slot] = (name.packed, meaning)
        }
    }

    subscript(name: PackedName) -> Meaning? {
        var slot = Self.slot(of: name)
        while let entry = slots[slot] {
            if entry.name == name.packed { return entry.meaning }
            slot = (slot + 1) & (1 << 10 - 1)
        }
        return nil
    }

    private static func slot(of name: PackedName) -> Int {
        Int(truncatingIfNeeded: (name.packed &* 0x9E37_79B9_7F4A_7C15) >> 54)
    }
}
