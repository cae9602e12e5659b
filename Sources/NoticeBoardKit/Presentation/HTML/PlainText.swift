import NoticeBoardBase

/// The text of contents without their markup: references decoded, tags, scripts and comments removed.
///
/// Contents may be plain text or HTML. They are HTML if they hold, with valid attributes, a tag of a block such as `<p>` or of
/// `<br>`, `<img>` or `<hr>`, a tag of another element of HTML with an attribute that has a value, a begin tag with its end tag, or a
/// comment. In other contents every tag is text, so that `Set<Data>` and `홍길동 <hong@example.com>` stay; in HTML a tag of an unknown
/// element and an element of script without its end tag are. The time is linear in the length. The result is text and must not be
/// read as HTML.
public enum PlainText {
    /// Returns the text of `contents`, line by line.
    ///
    /// In HTML a paragraph, `<br>`, a list item or a table row begins a new line, `<pre>` keeps its lines, and other white space
    /// counts once. Plain text keeps its lines and spaces. A text of more than `limit` characters ends with an ellipsis.
    public static func text(of contents: String, limit: Int = .max) -> String { read(contents, limit: limit, isLine: false) }

    /// Returns the text of `contents` in one line, for a row or a notification; white space of any kind counts once.
    public static func line(of contents: String, limit: Int = .max) -> String { read(contents, limit: limit, isLine: true) }

    private static func read(_ contents: String, limit: Int, isLine: Bool) -> String {
        guard limit > 0 else { return "" }
        return unsafe contents.withBytes { bytes in
            var reader = unsafe HTMLReader(ByteView(bytes))
            if !isLine { _ = reader.decide() }
            var writer = TextWriter(isLine: isLine, capacity: min(bytes.count, limit))
            // Few characters have more than 16 bytes.
            writer.limit = limit < .max / 32 ? 16 * limit + 256 : .max
            let isWhole = reader.read(into: &writer)
            let text = writer.text
            guard !isWhole || text.utf8.count > limit else { return text }
            let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex) ?? text.endIndex
            guard end < text.endIndex || !isWhole else { return text }
            let shown = text.index(text.startIndex, offsetBy: limit - 1, limitedBy: text.endIndex) ?? text.endIndex
            return text[..<shown] + "…"
        }
    }
}
