/// One line of a terminal: pieces of styled text and their width.
///
/// Appended text is made visible first, so that text from a service can't control the terminal.
package struct StyledLine: Hashable, Sendable {
    package struct Piece: Hashable, Sendable {
        package let text: String
        package var style: Style
        package let columns: Int
        /// Whether all terminals draw every character of the text equally wide.
        let hasUnambiguousWidth: Bool
    }

    /// The maximum width of a line, so that a very long text costs no more time than a line.
    package static let maximumColumns = 1_000

    package private(set) var pieces: [Piece] = []
    package private(set) var columns = 0

    private var room = Self.maximumColumns

    /// Creates an empty line that ignores text appended beyond `room` columns.
    package init(room: Int = StyledLine.maximumColumns) { self.room = min(room, Self.maximumColumns) }
    package init(_ text: some StringProtocol, _ style: Style = .plain) { append(text, style) }

    package var text: String { pieces.map(\.text).joined() }

    package mutating func append(_ text: some StringProtocol, _ style: Style = .plain) {
        guard columns <= room else { return }
        // Zero-width characters are rare, so this many characters fill the room. Counting bytes first is cheaper.
        let limit = 2 * (room - columns) + 16
        let start = text.utf8.count <= limit ? String(text) : String(text.prefix(limit))
        add(Piece(start, style))
    }

    package mutating func append(_ line: StyledLine) { for piece in line.pieces { add(piece) } }

    package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        var line = left
        line.append(right)
        return line
    }

    /// Returns the line with every piece's style changed.
    package func styled(_ change: (inout Style) -> Void) -> StyledLine {
        var line = self
        for index in line.pieces.indices { change(&line.pieces[index].style) }
        return line
    }

    private mutating func add(_ piece: Piece) {
        if piece.text.isEmpty { return }
        pieces.append(piece)
        columns += piece.columns
    }

    // MARK: - Fitting

    /// Returns the line in at most `width` columns; a line that is cut off ends in `…`.
    package func cut(to width: Int) -> StyledLine {
        if columns <= width { return self }
        guard width > 0 else { return StyledLine() }
        var line = StyledLine()
        for piece in pieces {
            let room = width - 1 - line.columns
            if piece.columns <= room {
                line.add(piece)
                continue
            }
            line.add(Piece(piece.text.prefix(columns: room), piece.style))
            line.add(Piece("…", piece.style))
            break
        }
        return line
    }

    /// Returns the line in exactly `width` columns, cut off or padded with spaces.
    package func padded(to width: Int, _ style: Style = .plain) -> StyledLine {
        var line = cut(to: width)
        if line.columns < width { line.add(Piece(String(repeating: " ", count: width - line.columns), style)) }
        return line
    }

    /// Returns the line right-aligned in `width` columns.
    package func aligned(right width: Int) -> StyledLine {
        let line = cut(to: width)
        return StyledLine(String(repeating: " ", count: max(width - line.columns, 0))) + line
    }
}

extension StyledLine.Piece {
    fileprivate init(_ text: String, _ style: Style) {
        // Characters of unambiguous width include no control characters.
        if let columns = text.unambiguousColumns {
            self.init(text: text, style: style, columns: columns, hasUnambiguousWidth: true)
        } else {
            let visible = text.visible
            self.init(text: visible, style: style, columns: visible.columns, hasUnambiguousWidth: false)
        }
    }
}

extension StringProtocol {
    /// Returns the longest prefix of at most `columns` columns.
    package func prefix(columns: Int) -> String {
        var (taken, end) = (0, startIndex)
        while end < endIndex {
            taken += self[end].columns
            if taken > columns { break }
            end = index(after: end)
        }
        return String(self[..<end])
    }
}
