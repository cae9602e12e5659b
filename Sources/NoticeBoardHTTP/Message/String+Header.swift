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
    /// Before iOS 17 there is no URL of such a text.
    init?(header text: String, relativeTo base: URL?) {
        var bytes: [UInt8] = []
        for byte in text.readFromHeader.utf8 {
            if 0x21...0x7E ~= byte, !#""<>\^`{|}"#.utf8.contains(byte) {
                bytes.append(byte)
            } else {
                PercentEncoding.appendEscaped(byte, to: &bytes)
            }
        }
        guard let url = URL(string: String(decoding: bytes, as: UTF8.self), relativeTo: base) else { return nil }
        self = url.absoluteURL
    }
}
