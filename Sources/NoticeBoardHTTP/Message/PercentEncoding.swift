import NoticeBoardBase

/// Percent-encoding as RFC 3986 has it: everything but letters, digits and `-._~` is escaped, `+` and `;` too.
package enum PercentEncoding {
    /// Whether the byte stands for itself in every place of an address.
    package static func isUnreserved(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) }

    /// Appends the UTF-8 of `text`, percent-encoded byte by byte; nothing else is changed.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        unsafe text.withBytes { buffer in
            unsafe buffer.forEach { byte in
                if isUnreserved(byte) { bytes.append(byte) } else { appendEscaped(byte, to: &bytes) }
            }
        }
    }

    /// Appends `%` and the byte's two digits.
    static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
    }

    /// `text` percent-encoded.
    package static func encoded(_ text: String) -> String {
        if unsafe text.withBytes({ unsafe $0.allSatisfy(isUnreserved) }) { return text }
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of `text` with its escapes taken away; nothing where a percent sign begins none.
    static func decoded(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else { bytes.append(byte); continue }
            guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Whether the bytes are `%` and two digits.
    static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count == 3 && bytes.first == UInt8(ascii: "%") && bytes.dropFirst().allSatisfy { hexValue($0) != nil }
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Whether the byte may stand in an encoded path segment: the unreserved, what is escaped, and RFC 3986's pchar.
    static func mayStandInSegment(_ byte: UInt8) -> Bool { isUnreserved(byte) || "%!$&'()*+,;=:@".utf8.contains(byte) }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension UInt8 {
    /// Whether it is a letter or a digit of ASCII.
    var isASCIIAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
