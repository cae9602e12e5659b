/// Text wrapped into lines, with some ranges in another style.
package struct Wrapping: Sendable {
    /// A range of the text and its style.
    package struct Mark: Sendable {
        package let range: Range<String.Index>
        package let style: Style

        package init(_ range: Range<String.Index>, _ style: Style) { (self.range, self.style) = (range, style) }
    }

    package private(set) var lines: [StyledLine] = []
    /// The index in the text at which each line starts.
    package private(set) var starts: [String.Index] = []
    private let width: Int
    private let limit: Int

    /// Wraps `text` into at most `limit` lines of `width` columns.
    ///
    /// `marks` must be in ascending order.
    ///
    /// Lines break after a space, a hyphen or an ideograph. A word that is wider than a line is broken.
    package init(_ text: String, width: Int, _ style: Style = .plain, marks: [Mark] = [], limit: Int = 2_000) {
        (self.width, self.limit) = (max(width, 2), limit)
        var start = text.startIndex
        // Search for line feeds as bytes, because `\r\n` is one `Character`.
        while lines.count < limit {
            let end = text.utf8[start...].firstIndex(of: 0x0A) ?? text.endIndex
            appendParagraph(text, start..<end, style, marks)
            guard end < text.endIndex else { break }
            start = text.utf8.index(after: end)
        }
    }

    /// Returns the lines of a text without marks.
    package static func lines(of text: String, width: Int, _ style: Style = .plain) -> [StyledLine] {
        Wrapping(text, width: width, style).lines
    }

    /// Returns the number of the line that contains an index of the text, from 0.
    package func lineNumber(of index: String.Index) -> Int { max((starts.firstIndex { $0 > index } ?? starts.count) - 1, 0) }

    private mutating func appendParagraph(_ text: String, _ range: Range<String.Index>, _ style: Style, _ marks: [Mark]) {
        var rest = range.lowerBound
        var marks = marks.drop { $0.range.upperBound <= range.lowerBound }
        repeat {
            let end = endOfLine(text, rest..<range.upperBound)
            starts.append(rest)
            var line = StyledLine()
            var at = rest
            while at < end {
                marks = marks.drop { $0.range.upperBound <= at }
                let next = marks.first
                let isMarked = next.map { $0.range.lowerBound <= at } ?? false
                let stop = min((isMarked ? next?.range.upperBound : next?.range.lowerBound) ?? end, end)
                line.append(text[at..<stop], isMarked ? next?.style ?? style : style)
                at = stop
            }
            lines.append(line)
            rest = end
            while rest < range.upperBound, text[rest] == " " { rest = text.index(after: rest) }
        } while rest < range.upperBound && lines.count < limit
    }

    /// Returns where a line that starts at `range.lowerBound` ends.
    private func endOfLine(_ text: String, _ range: Range<String.Index>) -> String.Index {
        var (taken, at) = (0, range.lowerBound)
        var lastBreak: String.Index?
        while at < range.upperBound {
            let character = text[at]
            taken += character.visibleColumns
            if taken > width { return at == range.lowerBound ? min(text.index(after: at), range.upperBound) : lastBreak ?? at }
            at = text.index(after: at)
            if character == " " || character == "-" || character.isIdeograph { lastBreak = at }
        }
        return range.upperBound
    }
}

extension Character {
    /// The width after `visible` has replaced what could control the terminal.
    fileprivate var visibleColumns: Int { isASCII && columns == 1 ? 1 : String(self).visible.columns }

    fileprivate var isIdeograph: Bool {
        switch unicodeScalars.first?.value ?? 0 {
        case 0x3041...0x30FF, 0x3400...0x9FFF, 0x20000...0x3FFFD: true
        default: false
        }
    }
}
