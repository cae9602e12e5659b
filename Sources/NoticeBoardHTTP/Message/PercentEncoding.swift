import NoticeBoardBase

/// Percent-encoding of RFC 3986: escapes everything except letters, digits and `-._~`, including `+` and `;`.
package enum PercentEncoding {
    /// Returns whether the byte needs no escape anywhere in a URL.
    package static func isUnreserved(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) }

    /// Appends the UTF-8 of `text`, percent-encoded byte by byte except for those that `isKept`, without normalization.
    static func append(_ text: String, to bytes: inout [UInt8], keeping isKept: (UInt8) -> Bool = isUnreserved) {
        unsafe text.withBytes { buffer in
            unsafe buffer.forEach { byte in
                if isKept(byte) { bytes.append(byte) } else { appendEscaped(byte, to: &bytes) }
            }
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Appends `%` and the byte's two hexadecimal digits.
    static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
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
        bytes.count == 3 && bytes.first == UInt8(ascii: "%")
            && bytes.dropFirst().allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
    }

    /// Returns whether the byte may occur in an encoded path segment: RFC 3986's pchar, with `%` for escapes.
    static func isAllowedInSegment(_ byte: UInt8) -> Bool { isUnreserved(byte) || "%!$&'()*+,;=:@".utf8.contains(byte) }
}
