/// Text broken into lines, with parts of it in another look.
package struct Wrapping: Sendable {
    /// A part of a text and how it looks.
    package struct Mark: Sendable {
        package let range: Range<String.Index>
        package let style: Style

        package init(_ range: Range<String.Index>, _ style: Style) { (self.range, self.style) = (range, style) }
    }

    /// The lines, none wider than was wanted.
    package private(set) var lines: [StyledLine] = []
    /// Where each of them begins in the text.
    package private(set) var starts: [String.Index] = []
    private let width: Int
    private let limit: Int

    /// `text` in lines of at most `width` columns, at most `limit` of them, with `marks` in it, from left to right.
    ///
    /// A line ends behind a word, or between ideographs, which have no words to a terminal; a word that is longer than a line is
    /// broken.
    package init(_ text: String, width: Int, _ style: Style = .plain, marks: [Mark] = [], limit: Int = 2_000) {
        (self.width, self.limit) = (max(width, 2), limit)
        var start = text.startIndex
        // Line feeds are looked for as bytes: `\r\n` is one character.
        while lines.count < limit {
            let end = text.utf8[start...].firstIndex(of: 0x0A) ?? text.endIndex
            paragraph(text, start..<end, style, marks)
            guard end < text.endIndex else { break }
            start = text.utf8.index(after: end)
        }
    }

    /// The lines alone.
    package static func lines(of text: String, width: Int, _ style: Style = .plain) -> [StyledLine] {
        Wrapping(text, width: width, style).lines
    }

    /// In which of the lines a place of the text stands.
    package func line(of place: String.Index) -> Int { max((starts.firstIndex { $0 > place } ?? starts.count) - 1, 0) }

    private mutating func paragraph(_ text: String, _ range: Range<String.Index>, _ style: Style, _ marks: [Mark]) {
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

    /// How far a line goes that begins where `range` does.
    private func endOfLine(_ text: String, _ range: Range<String.Index>) -> String.Index {
        var (taken, at) = (0, range.lowerBound)
        var breaking: String.Index?
        while at < range.upperBound {
            let character = text[at]
            taken += character.shownColumns
            if taken > width { return at == range.lowerBound ? min(text.index(after: at), range.upperBound) : breaking ?? at }
            at = text.index(after: at)
            if character == " " || character == "-" || character.isIdeograph { breaking = at }
        }
        return range.upperBound
    }
}

extension Character {
    /// How many columns it takes once it has been made visible.
    fileprivate var shownColumns: Int { isASCII && columns == 1 ? 1 : String(self).visible.columns }

    fileprivate var isIdeograph: Bool {
        switch unicodeScalars.first?.value ?? 0 {
        case 0x3041...0x30FF, 0x3400...0x9FFF, 0x20000...0x3FFFD: true
        default: false
        }
    }
}
