/// One line of a terminal: pieces of text with a look, and how many columns they take.
///
/// What is put into it is made visible first, so that no text can act on the terminal, whoever wrote it.
package struct StyledLine: Hashable, Sendable {
    package struct Piece: Hashable, Sendable {
        package let text: String
        package var style: Style
        package let columns: Int
        /// Whether all terminals agree on the width of each of its characters.
        let isAgreed: Bool
    }

    /// No terminal is wider, and no more of an endless text is looked at.
    package static let widest = 1_000

    package private(set) var pieces: [Piece] = []
    /// How many columns it takes.
    package private(set) var columns = 0

    /// How many columns there is room for: what is beyond is cut off sooner or later, and not looked at.
    private var room = Self.widest

    package init(room: Int = StyledLine.widest) { self.room = min(room, Self.widest) }
    package init(_ text: some StringProtocol, _ style: Style = .plain) { append(text, style) }

    /// What it says.
    package var text: String { pieces.map(\.text).joined() }

    package mutating func append(_ text: some StringProtocol, _ style: Style = .plain) {
        guard columns <= room else { return }
        // Few characters take no column. What has as few bytes has no more characters.
        let most = 2 * (room - columns) + 16
        let start = text.utf8.count <= most ? String(text) : String(text.prefix(most))
        add(Piece(start, style))
    }

    package mutating func append(_ line: StyledLine) { for piece in line.pieces { add(piece) } }

    package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        var line = left
        line.append(right)
        return line
    }

    /// The same in another look: all of it.
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

    /// As much of it as `width` columns have room for; what is cut off leaves `…`.
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
            line.add(Piece(piece.text.beginning(columns: room), piece.style))
            // A wide character may have left a column over.
            line.add(Piece("…", piece.style))
            break
        }
        return line
    }

    /// Exactly `width` columns of it.
    package func padded(to width: Int, _ style: Style = .plain) -> StyledLine {
        var line = cut(to: width)
        if line.columns < width { line.add(Piece(String(repeating: " ", count: width - line.columns), style)) }
        return line
    }

    /// The same at the right end of `width` columns.
    package func aligned(right width: Int) -> StyledLine {
        let line = cut(to: width)
        return StyledLine(String(repeating: " ", count: max(width - line.columns, 0))) + line
    }
}

extension StyledLine.Piece {
    fileprivate init(_ text: String, _ style: Style) {
        // Nothing that terminals agree on acts on them.
        if let columns = text.agreedColumns {
            self.init(text: text, style: style, columns: columns, isAgreed: true)
        } else {
            let visible = text.visible
            self.init(text: visible, style: style, columns: visible.columns, isAgreed: false)
        }
    }
}

extension StringProtocol {
    /// The longest beginning that takes no more than `columns`.
    package func beginning(columns: Int) -> String {
        var (taken, end) = (0, startIndex)
        while end < endIndex {
            taken += self[end].columns
            if taken > columns { break }
            end = index(after: end)
        }
        return String(self[..<end])
    }
}
