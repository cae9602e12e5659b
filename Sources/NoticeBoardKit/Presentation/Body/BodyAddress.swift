import Foundation

/// An address that stands in a post's contents.
enum BodyAddress {
    /// Where `text` leads, if to somewhere that a reader can be led to: with a host under http and https, or to a mailbox.
    ///
    /// Whoever reads takes the host for the address, so that one with somebody's name before it is none.
    static func url(_ text: String, isPicture: Bool) -> URL? {
        // Programs that show HTML leave the ends of lines out before they look at the scheme, `java\tscript:` included.
        let plain = text.trimmingCharacters(in: ends).unicodeScalars.filter { !(0x09...0x0D ~= $0.value) }
        guard plain.count <= 8192 else { return nil }
        let escaped = String(String.UnicodeScalarView(plain)).addingPercentEncoding(withAllowedCharacters: asTheyAre) ?? ""
        guard let parts = URLComponents(string: escaped), let scheme = parts.scheme?.lowercased() else { return nil }
        switch scheme {
        case "http", "https":
            guard let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil,
                !host.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
            else { return nil }
        case "mailto":
            guard !isPicture, parts.path.utf8.contains(UInt8(ascii: "@")) else { return nil }
        default: return nil
        }
        return parts.url
    }

    /// What stands around an address and is none of it.
    private static let ends = CharacterSet(charactersIn: "\u{0}"..." ")
    /// ASCII that an address may have, `%` included: what is escaped already is not escaped again.
    private static let asTheyAre = CharacterSet(charactersIn: "!"..."~").subtracting(CharacterSet(charactersIn: "\"<>\\^`{|}"))
}
