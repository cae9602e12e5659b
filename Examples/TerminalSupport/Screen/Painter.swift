/// Draws lines on a full screen, and only those that are others than before.
package struct Painter: Sendable {
    private let depth: ColorDepth
    private var shown: [StyledLine] = []
    private var size = WindowSize(columns: 0, rows: 0)

    package init(_ depth: ColorDepth) { self.depth = depth }

    /// Forgets what is on the screen, so that all of it is drawn: after another program had it.
    package mutating func forget() { shown = [] }

    /// What makes the screen show `lines`, the first of them at its top; empty where it does already.
    package mutating func paint(_ lines: [StyledLine], in size: WindowSize) -> String {
        var drawing = ""
        if size != self.size || shown.isEmpty { drawing += "\u{1B}[0m\u{1B}[2J" }
        let before = drawing.isEmpty ? shown : []
        for row in 0..<size.rows {
            let line = row < lines.count ? lines[row].cut(to: size.columns) : StyledLine()
            if row < before.count ? before[row] == line : line.pieces.isEmpty { continue }
            // A character that a terminal draws narrower than others do leaves a cell as it was: that is erased before.
            let isSure = line.pieces.allSatisfy(\.isAgreed)
            drawing += "\u{1B}[\(row + 1);1H" + (isSure ? "" : "\u{1B}[K") + drawn(line)
            // At the last column a cursor stands on what it drew, and would erase that.
            if isSure, line.columns < size.columns { drawing += "\u{1B}[K" }
        }
        self.size = size
        shown = (0..<size.rows).map { $0 < lines.count ? lines[$0].cut(to: size.columns) : StyledLine() }
        return drawing
    }

    /// A line with its looks; where terminals do not agree on the width of a character, the next one is told its place.
    package func drawn(_ line: StyledLine) -> String {
        var (drawing, style, column, isSure) = ("", Style.plain, 1, true)
        for piece in line.pieces {
            if piece.style != style {
                drawing += piece.style.sequence(depth)
                style = piece.style
            }
            if piece.isAgreed {
                if !isSure { drawing += "\u{1B}[\(column)G" }
                drawing += piece.text
                column += piece.columns
                isSure = true
                continue
            }
            for character in piece.text {
                if !isSure { drawing += "\u{1B}[\(column)G" }
                drawing.append(character)
                column += character.columns
                isSure = character.hasAgreedWidth
            }
        }
        if !isSure, column > 1 { drawing += "\u{1B}[\(column)G" }
        if style != .plain { drawing += "\u{1B}[0m" }
        return drawing
    }
}
