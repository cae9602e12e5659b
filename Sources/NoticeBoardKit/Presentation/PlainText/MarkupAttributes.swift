/// What is written within a tag: `href="…" start=3 hidden`.
struct MarkupAttributes {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// The value of the first attribute of this name, which is given in small letters, with its entities decoded.
    ///
    /// An empty text where the attribute has no value, nothing where there is none of that name.
    subscript(name: StaticString) -> String? {
        let wanted = Array(name.description.utf8)
        var rest = bytes
        while let attribute = Self.next(&rest) {
            if attribute.name.count == wanted.count, zip(attribute.name, wanted).allSatisfy({ $0 | 0x20 == $1 }) {
                return Self.decoded(attribute.value)
            }
        }
        return nil
    }

    private static func next(_ rest: inout ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
        rest = rest.drop { isSpace($0) || $0 == UInt8(ascii: "/") }
        guard !rest.isEmpty else { return nil }
        // A first character belongs to the name, whatever it is, so that each attribute takes one at least.
        let name = rest.prefix(1) + rest.dropFirst().prefix { !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "/") }
        rest = rest.dropFirst(name.count)
        let behind = rest.drop(while: isSpace)
        guard behind.first == UInt8(ascii: "=") else { return (name, []) }
        rest = behind.dropFirst().drop(while: isSpace)
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let value = rest.prefix { !isSpace($0) }
            rest = rest.dropFirst(value.count)
            return (name, value)
        }
        let value = rest.dropFirst().prefix { $0 != quote }
        rest = rest.dropFirst(value.count + 2)
        return (name, value)
    }

    private static func decoded(_ value: ArraySlice<UInt8>) -> String {
        guard value.contains(UInt8(ascii: "&")) else { return String(decoding: value, as: UTF8.self) }
        var text: [UInt8] = []
        var index = value.startIndex
        while index < value.endIndex {
            if value[index] == UInt8(ascii: "&"), let (scalar, end) = MarkupEntity.read(value[index...]) {
                text += UTF8.encode(scalar).map(Array.init) ?? []
                index = end
            } else {
                text.append(value[index])
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
