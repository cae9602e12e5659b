@_spi(NoticeBoard) import NoticeBoardSearch

/// The text of contents without their markup: references decoded, tags, scripts and comments removed.
///
/// Contents may be plain text or HTML. They are HTML if they hold, with valid attributes, a tag of a block such as `<p>` or of
/// `<br>`, `<img>` or `<hr>`, a tag of another element of HTML with an attribute that has a value, a begin tag with its end tag,
/// or a comment. In other contents every tag is text, so that `Set<Data>` and `홍길동 <hong@example.com>` stay; in HTML a tag of an
/// unknown element and an element of script without its end tag are. The time is linear in the length. The result is text and
/// must not be read as HTML.
package enum PlainText {
    /// Returns the text of `contents`, line by line.
    ///
    /// In HTML a paragraph, `<br>`, a list item or a table row begins a new line, `<pre>` keeps its lines, and other white space
    /// counts once. Plain text keeps its lines and spaces. A text of more than `limit` characters ends with an ellipsis.
    package static func text(of contents: String, limit: Int = .max) -> String { read(contents, limit: limit, isLine: false) }

    /// Returns the text of `contents` in one line, for a row or a notification; white space of any kind counts once.
    package static func line(of contents: String, limit: Int = .max) -> String { read(contents, limit: limit, isLine: true) }

    private static func read(_ contents: String, limit: Int, isLine: Bool) -> String {
        guard limit > 0 else { return "" }
        var writer = TextWriter(isLine: isLine, capacity: min(contents.utf8.count, limit))
        // Few characters have more than 16 bytes.
        writer.limit = limit < .max / 32 ? 16 * limit + 256 : .max
        let isWhole = ByteView.read(contents) { bytes, _ in
            var reader = HTMLReader(bytes)
            if !isLine { _ = reader.decide() }
            return reader.read(into: &writer)
        }
        let text = writer.string
        if isWhole != false, text.utf8.count <= limit { return text }
        // One walk up to the limit: finding where characters end takes longer than reading the HTML.
        let cut = text.index(text.startIndex, offsetBy: limit - 1, limitedBy: text.endIndex) ?? text.endIndex
        let fits = cut == text.endIndex || text.index(after: cut) == text.endIndex
        return fits && isWhole != false ? text : text[..<cut] + "…"
    }
}
