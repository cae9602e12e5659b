import TerminalSupport

/// How each thing looks.
///
/// Nothing is told by its colour alone.
enum Look {
    static let heading = Style(Color(basic: 6, red: 102, green: 204, blue: 204), bold: true)
    static let faint = Style(faint: true)
    static let bold = Style(bold: true)
    static let marked = Style(Color(basic: 3, red: 255, green: 204, blue: 51), underlined: true)
    /// The hit that the reader stands at.
    static let hit = Style(Color(basic: 3, red: 255, green: 204, blue: 51), bold: true, underlined: true, reversed: true)
    static let badge = Style(Color(basic: 5, red: 204, green: 153, blue: 255))
    static let new = Style(Color(basic: 2, red: 102, green: 204, blue: 102), bold: true)
    static let failure = Style(Color(basic: 1, red: 255, green: 102, blue: 102), bold: true)
    static let key = Style(bold: true)
    static let bar = Style(faint: true)

    /// Text with parts of it marked, in a look of its own elsewhere.
    static func text(_ text: String, marked ranges: [Range<String.Index>], _ style: Style = .plain, room: Int = StyledLine.widest)
        -> StyledLine
    {
        var line = StyledLine(room: room)
        var end = text.startIndex
        for range in ranges where range.lowerBound >= end {
            line.append(text[end..<range.lowerBound], style)
            line.append(text[range], marked)
            end = range.upperBound
        }
        line.append(text[end...], style)
        return line
    }

    /// A wheel that turns.
    static func wheel(_ tick: Int) -> String { ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"][tick % 10] }
}
