import NoticeBoardBase
@_spi(NoticeBoard) import NoticeBoardSearch

/// Writes text as it is shown: with single spaces, and one line end between blocks.
struct TextWriter: HTMLSink {
    private(set) var bytes: [UInt8] = []
    /// Whether everything is in one line.
    private let isLine: Bool
    /// It takes no more when so many bytes are written.
    var limit = Int.max
    var isFull: Bool { bytes.count >= limit }
    // Written when more text follows.
    private var hasSpace = false
    private var breaks = 0

    init(isLine: Bool = false, capacity: Int = 0) {
        self.isLine = isLine
        bytes.reserveCapacity(capacity)
    }

    /// Removes the written text.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        hasSpace = false
        breaks = 0
    }

    /// The text without white space at its ends.
    var string: String {
        guard let end = bytes.lastIndex(where: { !$0.isSpace }), let start = bytes.firstIndex(where: { !$0.isSpace }) else {
            return ""
        }
        return String(decoding: bytes[start...end], as: UTF8.self)
    }

    /// Writes text that is not HTML.
    mutating func write(_ text: String) {
        _ = ByteView.read(text) { bytes, _ in self.text(0..<bytes.count, of: bytes, keepsSpace: false) }
    }

    @inline(__always) mutating func text(_ range: Range<Int>, of source: ByteView, keepsSpace: Bool) {
        var index = range.lowerBound
        guard keepsSpace && !isLine else {
            while index < range.upperBound {
                let space = source.spaceLength(at: index, to: range.upperBound, isLine: isLine)
                if space > 0 {
                    hasSpace = true
                    index += space
                } else {
                    let end = source.endOfWords(from: index, to: range.upperBound, isLine: isLine)
                    begin()
                    source.append(index..<end, to: &bytes)
                    index = end
                }
            }
            return
        }
        begin()
        while index < range.upperBound {
            let end = source.offset(of: 0x0D, from: index, to: range.upperBound) ?? range.upperBound
            source.append(index..<end, to: &bytes)
            index = end + 1
            if end < range.upperBound, source.byte(index) != 0x0A { bytes.append(0x0A) }
        }
    }

    mutating func character(_ character: Unicode.Scalar, keepsSpace: Bool) {
        let isSpace =
            character.value <= 0x20 || character == "\u{A0}" || isLine && !character.isASCII && character.properties.isWhitespace
        if isSpace, !keepsSpace || isLine {
            hasSpace = true
        } else {
            begin()
            // A search for two words finds them divided by `&nbsp;`, too.
            bytes += UTF8.encode(character == "\u{A0}" ? " " : character) ?? UTF8.encodedReplacementCharacter
        }
    }

    /// Adds a line break, up to an empty line.
    mutating func lineBreak() { breaks = min(breaks + 1, 2) }

    mutating func open(_ element: HTMLElement, _ attributes: HTMLAttributes, isBlock: Bool) {
        if element == .lineBreak { lineBreak() } else { close(element, isBlock: isBlock) }
    }

    mutating func close(_ element: HTMLElement, isBlock: Bool) {
        if isBlock { breaks = max(breaks, 1) } else if element == .cell { hasSpace = true }
    }

    /// Writes the white space before more text.
    @inline(__always) private mutating func begin() {
        guard hasSpace || breaks > 0 else { return }
        defer { (hasSpace, breaks) = (false, 0) }
        guard let last = bytes.last else { return }
        if breaks > 0, !isLine {
            // Text that keeps its lines may end with one.
            var missing = breaks
            if last == 0x0A { missing -= bytes.dropLast().last == 0x0A ? 2 : 1 }
            for _ in 0..<max(missing, 0) { bytes.append(0x0A) }
        } else if last != 0x0A {
            bytes.append(0x20)
        }
    }
}

// Not in the writer, which a call would copy.
extension ByteView {
    /// The place where words end that are divided by single spaces, so that most text is copied at once.
    fileprivate func endOfWords(from start: Int, to end: Int, isLine: Bool) -> Int {
        var index = start + 1
        while index < end {
            let byte = self[index]
            // A letter, or a byte of one.
            if byte > 0xE3 || 0x21..<0xC2 ~= byte {
                index += 1
                continue
            }
            let next = byte == 0x20 && index + 1 < end ? index + 1 : index
            if spaceLength(at: next, to: end, isLine: isLine) > 0 { return index }
            index = next + 1
        }
        return end
    }

    /// The length of the white space at a place: HTML's own and the space without a line break; in a line every other too.
    @inline(__always) fileprivate func spaceLength(at index: Int, to end: Int, isLine: Bool) -> Int {
        let byte = self[index]
        if byte <= 0x20 { return byte.isSpace ? 1 : 0 }
        guard byte == 0xC2 || byte == 0xE2 || byte == 0xE3, index + 1 < end else { return 0 }
        if byte == 0xC2 { return self[index + 1] == 0xA0 || isLine && self[index + 1] == 0x85 ? 2 : 0 }
        guard isLine, index + 2 < end else { return 0 }
        let value = UInt32(byte & 0x0F) << 12 | UInt32(self[index + 1] & 0x3F) << 6 | UInt32(self[index + 2] & 0x3F)
        return Unicode.Scalar(value)?.properties.isWhitespace == true ? 3 : 0
    }
}

// Beside the writer that it uses: in a file of its own, plain text takes 3 percent longer.

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
