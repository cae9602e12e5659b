/// A name of up to ten letters and digits in one number, so that looking it up makes no text.
struct PackedName: Hashable {
    private let packed: UInt64

    /// Nothing when the name is empty, longer, or of other characters.
    init?(_ name: some Collection<UInt8>, ignoringCase: Bool = false) {
        guard 1...10 ~= name.count else { return nil }
        var packed: UInt64 = 0
        for byte in name {
            guard let code = Self.code(byte, ignoringCase) else { return nil }
            packed = packed << 6 | UInt64(code)
        }
        self.packed = packed
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
