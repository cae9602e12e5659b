import NoticeBoardBase

/// Percent-encoding of RFC 3986: escapes everything except letters, digits and `-._~`, including `+` and `;`.
package enum PercentEncoding {
    /// Returns whether the byte needs no escape anywhere in a URL.
    package static func isUnreserved(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) }

    /// Appends the UTF-8 of `text`, percent-encoded byte by byte, without normalization.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        unsafe text.withBytes { buffer in
            unsafe buffer.forEach { byte in
                if isUnreserved(byte) { bytes.append(byte) } else { appendEscaped(byte, to: &bytes) }
            }
        }
    }

    /// Appends `%` and the byte's two hexadecimal digits.
    static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
    }

    /// Returns `text` percent-encoded.
    package static func encoded(_ text: String) -> String {
        if unsafe text.withBytes({ unsafe $0.allSatisfy(isUnreserved) }) { return text }
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether the bytes are `%` and two hex digits.
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

    /// Returns whether the byte may occur in an encoded path segment: RFC 3986's pchar, with `%` for escapes.
    static func isAllowedInSegment(_ byte: UInt8) -> Bool { isUnreserved(byte) || "%!$&'()*+,;=:@".utf8.contains(byte) }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    var isASCIIAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
