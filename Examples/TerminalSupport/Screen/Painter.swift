/// Draws lines on a full screen and skips lines that haven't changed.
package struct Painter: Sendable {
    private let depth: ColorDepth
    private var shown: [StyledLine] = []
    private var size = WindowSize(columns: 0, rows: 0)

    package init(_ depth: ColorDepth) { self.depth = depth }

    /// Makes the next ``paint(_:in:)`` draw every line, because another program may have used the screen.
    package mutating func invalidate() { shown = [] }

    /// Returns the bytes that make the screen show `lines`, starting at its top; empty if nothing changed.
    package mutating func paint(_ lines: [StyledLine], in size: WindowSize) -> String {
        var output = ""
        if size != self.size || shown.isEmpty { output += "\u{1B}[0m\u{1B}[2J" }
        let before = output.isEmpty ? shown : []
        for row in 0..<size.rows {
            let line = row < lines.count ? lines[row].cut(to: size.columns) : StyledLine()
            if row < before.count ? before[row] == line : line.pieces.isEmpty { continue }
            // If a terminal draws a character narrower than expected, a cell keeps its old content. Erase the line first.
            let hasUnambiguousWidth = line.pieces.allSatisfy(\.hasUnambiguousWidth)
            output += "\u{1B}[\(row + 1);1H" + (hasUnambiguousWidth ? "" : "\u{1B}[K") + drawing(of: line)
            // After a full line the cursor is still on the last character, which an erase would remove.
            if hasUnambiguousWidth, line.columns < size.columns { output += "\u{1B}[K" }
        }
        self.size = size
        shown = (0..<size.rows).map { $0 < lines.count ? lines[$0].cut(to: size.columns) : StyledLine() }
        return output
    }

    /// Returns a line with the escape sequences of its styles.
    ///
    /// After a character of ambiguous width, the cursor is moved to the next column explicitly.
    package func drawing(of line: StyledLine) -> String {
        var (drawing, style, column, isColumnKnown) = ("", Style.plain, 1, true)
        for piece in line.pieces {
            if piece.style != style {
                drawing += piece.style.escapeSequence(depth)
                style = piece.style
            }
            if piece.hasUnambiguousWidth {
                if !isColumnKnown { drawing += "\u{1B}[\(column)G" }
                drawing += piece.text
                column += piece.columns
                isColumnKnown = true
                continue
            }
            for character in piece.text {
                if !isColumnKnown { drawing += "\u{1B}[\(column)G" }
                drawing.append(character)
                column += character.columns
                isColumnKnown = character.hasUnambiguousWidth
            }
        }
        if !isColumnKnown, column > 1 { drawing += "\u{1B}[\(column)G" }
        if style != .plain { drawing += "\u{1B}[0m" }
        return drawing
    }
}
