/// The path and query of a request, parsed like a strict server does.
///
/// A `+` is a space and a `;` separates items, as on many servers, so a client must encode both. A repeated item makes the
/// target invalid, because it is ambiguous.
struct SimulatedTarget {
    let path: [String]
    let items: [String: String]

    init?(_ target: String) {
        let halves = target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        for segment in halves[0].split(separator: UInt8(ascii: "/")) {
            guard let text = Self.decoded(segment, plusIsSpace: false) else { return nil }
            path.append(text)
        }
        var items: [String: String] = [:]
        for pair in halves.count > 1
            ? halves[1].split(whereSeparator: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") }) : []
        {
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(sides[0], plusIsSpace: true),
                let value = Self.decoded(sides.count > 1 ? sides[1] : sides[0].suffix(0), plusIsSpace: true),
                items.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        self.path = path
        self.items = items
    }

    /// Returns the number of an item; `default` if it is absent, `nil` if it is no number.
    func number(_ name: String, default value: Int) -> Int? {
        guard let text = items[name] else { return value }
        return text.utf8.first == UInt8(ascii: "+") ? nil : Int(text)
    }

    private static func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        // Foundation would drop a leading byte order mark; invalid UTF-8 becomes other bytes.
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
    }
}
