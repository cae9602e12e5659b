import Foundation
import NoticeBoardBase
@_spi(NoticeBoard) import NoticeBoardSearch

/// The addresses in a post's contents.
enum BodyAddress {
    /// Longer values are no addresses: a picture within its own address (`data:`) is not even copied.
    static let longest = 32_768

    /// Returns the address that `text` leads to from `base`, if a reader can be led there: with a host under http and https,
    /// or to a mailbox.
    ///
    /// An address with a user name before its host is refused: it looks like another host.
    static func url(_ text: String, base: URL?, isPicture: Bool) -> URL? {
        // Browsers remove line ends before they look at the scheme, as in `java\tscript:`.
        let plain = text.trimmingCharacters(in: ends).unicodeScalars.filter { !(0x09...0x0D ~= $0.value) }
        guard !plain.isEmpty, plain.count <= 8192 else { return nil }
        let escaped = String(String.UnicodeScalarView(plain)).addingPercentEncoding(withAllowedCharacters: asTheyAre) ?? ""
        // `//host/path` has the scheme of the page.
        let whole = base == nil && escaped.utf8.starts(with: "//".utf8) ? "https:" + escaped : escaped
        guard let url = URL(string: whole, relativeTo: base)?.absoluteURL,
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme?.lowercased()
        else { return nil }
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

    /// Characters around an address that are not part of it.
    private static let ends = CharacterSet(charactersIn: "\u{0}"..." ")
    /// ASCII that an address may have, `%` included, so that nothing is escaped twice.
    private static let asTheyAre = CharacterSet(charactersIn: "!"..."~").subtracting(CharacterSet(charactersIn: "\"<>\\^`{|}"))
}
