import TerminalSupport

/// The styles of the app.
///
/// Color is never the only difference between two of them.
enum Theme {
    static let heading = Style(Color(basic: 6, red: 102, green: 204, blue: 204), bold: true)
    static let faint = Style(faint: true)
    static let bold = Style(bold: true)
    static let marked = Style(Color(basic: 3, red: 255, green: 204, blue: 51), underlined: true)
    /// The current hit.
    static let hit = Style(Color(basic: 3, red: 255, green: 204, blue: 51), bold: true, underlined: true, reversed: true)
    static let badge = Style(Color(basic: 5, red: 204, green: 153, blue: 255))
    static let new = Style(Color(basic: 2, red: 102, green: 204, blue: 102), bold: true)
    static let stored = Style(Color(basic: 3, red: 255, green: 204, blue: 51))
    static let failure = Style(Color(basic: 1, red: 255, green: 102, blue: 102), bold: true)
    static let key = Style(bold: true)
    static let bar = Style(faint: true)

    /// Returns text in `style`, with the ranges in the style of hits.
    static func text(
        _ text: String, marked ranges: [Range<String.Index>], _ style: Style = .plain, room: Int = StyledLine.maximumColumns
    )
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

    static func spinner(_ tick: Int) -> String { ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"][tick % 10] }
}
