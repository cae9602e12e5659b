import NoticeBoardBase

/// What text says without its markup: entities decoded, tags, scripts and comments gone.
///
/// The service's contents may be plain text or HTML, and nothing says which. What is no tag of HTML stays as it is, so that
/// `a < b`, `List<String>` and `홍길동 <hong@example.com>` come through. The time is linear in the text's length, whatever the
/// text. The result is text, never to be read as HTML again.
public enum PlainText {
    /// What `contents` say, line by line.
    ///
    /// In HTML, a new line begins with each paragraph, `<br>`, list item or row, and other white space counts once; in plain
    /// text lines and spaces stay as they are. At most `limit` characters, the last of which is an ellipsis when there would
    /// be more.
    public static func text(of contents: String, limit: Int = .max) -> String {
        read(contents, limit: limit, inOneLine: false)
    }

    /// What `contents` say in one line, for a row or a notification; white space of any kind counts once.
    public static func line(of contents: String, limit: Int = .max) -> String {
        read(contents, limit: limit, inOneLine: true)
    }

    private static func read(_ contents: String, limit: Int, inOneLine: Bool) -> String {
        guard limit > 0 else { return "" }
        if limit == .max, !inOneLine {
            var reader = MarkupReader(contents)
            if reader.findsMarkup() { return PlainLane.text(of: &reader) }
        }
        // A character may be of several scalars, but rarely of more than four.
        let writer = write(contents, inOneLine: inOneLine, enough: limit < .max / 8 ? limit * 4 + 64 : .max)
        let text = writer.text
        // There are never more characters than scalars, and those are counted already.
        guard writer.scalars > limit else { return text }
        let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex) ?? text.endIndex
        guard end < text.endIndex || writer.isFull else { return text }
        // So much white space came first that nobody looked behind it.
        return text.isEmpty ? "…" : text[..<text.index(before: end)] + "…"
    }

    /// The beginning of what `contents` say in one line, so many scalars of it, and whether that is all: what comes after is
    /// not even looked at.
    ///
    /// Where it is not all, its last character may be cut.
    static func beginning(of contents: String, scalars: Int) -> (text: String, isWhole: Bool) {
        let writer = write(contents, inOneLine: true, enough: scalars)
        return (writer.text, !writer.isFull)
    }

    private static func write(_ contents: String, inOneLine: Bool, enough: Int) -> PlainWriter {
        // Of what is not wanted whole only a beginning is looked at, as much of it as turns out to be needed.
        var window = inOneLine && enough < .max / 16 ? 16 * enough + 1_024 : .max
        while true {
            var reader = MarkupReader(contents, first: window)
            let writer = write(&reader, inOneLine: inOneLine, enough: enough)
            if !reader.isCut || writer.isFull && !reader.reachedEnd { return writer }
            window = window < .max / 8 ? window * 8 : .max
        }
    }

    private static func write(_ reader: inout MarkupReader, inOneLine: Bool, enough: Int) -> PlainWriter {
        // In one line white space counts once, whatever the contents are.
        let collapses = inOneLine || reader.findsMarkup()
        reader.restart()
        var writer = PlainWriter(
            collapses: collapses, keepsBreaks: !inOneLine, enough: enough, room: enough < .max ? 0 : reader.bytes.count)
        while !writer.isFull, let piece = reader.next() {
            switch piece {
            case .text(let range): writer.write(reader.bytes, range)
            case .word(let range): writer.writeWord(reader.bytes, range)
            case .scalar(let scalar, _): writer.write(scalar)
            case .tag(let tag):
                switch tag.element {
                case .block: writer.block()
                case .lineBreak: writer.lineBreak()
                case .cell: writer.space()
                case .inline, .hidden: break
                }
            }
        }
        return writer
    }
}
