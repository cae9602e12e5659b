/// The name of an element, an attribute or a character as one number (FNV-1a), so that a lookup makes no `String`.
///
/// Two names with one number would be taken as one, which changes only how their text looks.
struct HTMLName: Hashable {
    private(set) var key: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}
    init(_ name: some Sequence<UInt8>) { for byte in name { add(byte) } }

    @inline(__always) mutating func add(_ byte: UInt8) { key = (key ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
