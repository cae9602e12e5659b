import Foundation

extension URL {
    /// Creates the absolute URL in a header field, even if the server did not percent-encode it fully.
    ///
    /// Escapes every invalid byte here, because Foundation would escape existing escapes again. `nil` if the host contains such a
    /// byte: Foundation converts a raw host to `xn--` on some systems only.
    init?(header text: String, relativeTo base: URL?) {
        let text = Array(text.readFromHeader.utf8)
        let authority = Self.authority(in: text)
        guard text[authority].allSatisfy(Self.isAllowedInAddress) else { return nil }
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
            default: isKept = Self.isAllowedInAddress(byte)
            }
            if isKept { bytes.append(byte) } else { PercentEncoding.appendEscaped(byte, to: &bytes) }
        }
        guard let url = URL(string: String(decoding: bytes, as: UTF8.self), relativeTo: base) else { return nil }
        self = url.absoluteURL
    }

    private static func isAllowedInAddress(_ byte: UInt8) -> Bool {
        0x21...0x7E ~= byte && !#""<>\^`{|}"#.utf8.contains(byte)
    }

    /// The range of host and port, after a `//` at the start or after the scheme; empty if there is none.
    private static func authority(in text: [UInt8]) -> Range<Int> {
        let isEnd = { (byte: UInt8) in "/?#".utf8.contains(byte) }
        var start = 0
        if let colon = text.firstIndex(of: UInt8(ascii: ":")), !text[..<colon].contains(where: isEnd) { start = colon + 1 }
        guard text[start...].starts(with: "//".utf8) else { return start..<start }
        start += 2
        return start..<(text[start...].firstIndex(where: isEnd) ?? text.count)
    }
}
