extension Highlighter {
    /// A piece of a text that is marked as a whole or not at all.
    public struct Segment: Sendable, Hashable {
        /// The piece of the text.
        public let text: Substring
        /// Whether the piece is a match.
        public let isMarked: Bool

        /// Creates a segment, for example for a preview.
        public init(text: Substring, isMarked: Bool) { (self.text, self.isMarked) = (text, isMarked) }
    }

    /// Returns `text` split into matches and the pieces between them, none of them empty.
    public func segments(of text: String) -> [Segment] { Self.segments(of: text, markedAt: ranges(in: text)) }

    /// Returns `text` split at ranges that are already known, such as those of a row.
    ///
    /// The ranges are in order. Overlapping ranges become one segment.
    public static func segments(of text: String, markedAt ranges: [Range<String.Index>]) -> [Segment] {
        var segments: [Segment] = []
        var position = text.startIndex
        for range in ranges.mergingOverlaps() {
            if position < range.lowerBound { segments.append(Segment(text: text[position..<range.lowerBound], isMarked: false)) }
            segments.append(Segment(text: text[range], isMarked: true))
            position = range.upperBound
        }
        if position < text.endIndex { segments.append(Segment(text: text[position...], isMarked: false)) }
        return segments
    }

    /// How text is escaped for the place where it is shown.
    public enum Escaping: Sendable, Hashable, CaseIterable {
        /// HTML: `<`, `>`, `&` and quotation marks become references.
        case html
        /// A terminal: control characters and characters that change the writing direction become visible.
        case terminal
        /// Plain text: nothing is escaped.
        case unescaped

        fileprivate func escaped(_ text: Substring) -> String {
            switch self {
            case .html: text.unicodeScalars.map { Self.htmlReference($0) ?? String($0) }.joined()
            case .terminal: text.unicodeScalars.map { Self.visibleForm($0) ?? String($0) }.joined()
            case .unescaped: String(text)
            }
        }

        private static func htmlReference(_ scalar: Unicode.Scalar) -> String? {
            switch scalar {
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: nil
            }
        }

        /// Keeps line feeds and tabs.
        ///
        /// A carriage return would let a text overwrite its own line.
        private static func visibleForm(_ scalar: Unicode.Scalar) -> String? {
            switch scalar.value {
            case 0x09, 0x0A: return nil
            case 0x00...0x1F: return Unicode.Scalar(0x2400 + scalar.value).map(String.init)
            case 0x7F: return "\u{2421}"
            case 0x80...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
            default: return nil
            }
        }
    }

    /// Returns `text` with each match between `open` and `close`; the text itself is escaped.
    ///
    /// ```swift
    /// import NoticeBoardSearch
    ///
    /// let html = Highlighter("b").marked("a < b", open: "<mark>", close: "</mark>", escaping: .html)    // a &lt; <mark>b</mark>
    /// ```
    public func marked(_ text: String, open: String, close: String, escaping: Escaping) -> String {
        var result = ""
        for segment in segments(of: text) {
            let escaped = escaping.escaped(segment.text)
            result += segment.isMarked ? open + escaped + close : escaped
        }
        return result
    }
}
