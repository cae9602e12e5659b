/// Percent-encoding as RFC 3986 has it: everything but letters, digits and `-._~` is escaped, `+` and `;` too.
package enum PercentEncoding {
    /// Whether the byte stands for itself in every place of an address.
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// `text` percent-encoded, byte by byte of its UTF-8, changing nothing else.
    package static func encoded(_ text: String) -> String {
        var copy = ""
        append(text, to: &copy)
        return copy
    }

    /// Appends `text` percent-encoded.
    package static func append(_ text: String, to target: inout String) {
        if text.utf8.allSatisfy(isUnreserved) { return target += text }
        let escaped: [UInt8] = text.utf8.reduce(into: []) { bytes, byte in
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexDigit(byte >> 4))
                bytes.append(hexDigit(byte & 15))
            }
        }
        target += String(decoding: escaped, as: UTF8.self)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
