import Foundation

extension String {
    /// The text that a server meant: systems hand out a header's bytes as Latin letters, and servers write UTF-8 there.
    var readFromHeader: String {
        guard unicodeScalars.contains(where: { $0.value > 0x7F }), unicodeScalars.allSatisfy({ $0.value < 0x100 }) else {
            return self
        }
        return String(bytes: unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, encoding: .utf8) ?? self
    }
}

extension URL {
    /// The absolute address that a header field names, also where the server did not percent-encode what must be.
    ///
    /// Everything that a URL cannot hold is escaped here, since Foundation would then escape the escapes, too. `nil` where the
    /// host holds such a byte: Foundation makes an `xn--` host of a raw one on some systems and not on others.
    init?(header text: String, relativeTo base: URL?) {
        let text = Array(text.readFromHeader.utf8)
        let authority = Self.authority(in: text)
        guard text[authority].allSatisfy(Self.mayStandInAddress) else { return nil }
        var bytes: [UInt8] = []
        var isFragment = false
        for (index, byte) in text.enumerated() {
            let isKept: Bool
            switch byte {
            case UInt8(ascii: "%"): isKept = PercentEncoding.isEscape(text[index...].prefix(3))
            case UInt8(ascii: "["), UInt8(ascii: "]"): isKept = authority.contains(index)
            case UInt8(ascii: "#"):
                isKept = !isFragment
                isFragment = true
            default: isKept = Self.mayStandInAddress(byte)
            }
            if isKept { bytes.append(byte) } else { PercentEncoding.appendEscaped(byte, to: &bytes) }
        }
        guard let url = URL(string: String(decoding: bytes, as: UTF8.self), relativeTo: base) else { return nil }
        self = url.absoluteURL
    }

    private static func mayStandInAddress(_ byte: UInt8) -> Bool {
        0x21...0x7E ~= byte && !#""<>\^`{|}"#.utf8.contains(byte)
    }

    /// Where host and port stand, behind the `//` at the beginning or after the scheme; empty where there is none.
    private static func authority(in text: [UInt8]) -> Range<Int> {
        let isEnd = { (byte: UInt8) in "/?#".utf8.contains(byte) }
        var start = 0
        if let colon = text.firstIndex(of: UInt8(ascii: ":")), !text[..<colon].contains(where: isEnd) { start = colon + 1 }
        guard text[start...].starts(with: "//".utf8) else { return start..<start }
        start += 2
        return start..<(text[start...].firstIndex(where: isEnd) ?? text.count)
    }
}
