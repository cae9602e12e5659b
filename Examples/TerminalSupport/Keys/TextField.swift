/// An editable line of text with a cursor.
///
/// Moving and deleting work on whole characters: a syllable, a flag, a family emoji.
package struct TextField: Hashable, Sendable {
    private var beforeCursor: String
    private var afterCursor = ""

    package init(_ text: String = "") { beforeCursor = text }

    package var text: String { beforeCursor + afterCursor }

    /// Edits the text or moves the cursor.
    ///
    /// Returns false for a key that does neither.
    package mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .text(let text): beforeCursor += text
        case .paste(let text): beforeCursor += text.oneLine
        case .backspace: _ = beforeCursor.popLast()
        case .delete, .control("d"): if !afterCursor.isEmpty { afterCursor.removeFirst() }
        case .left, .control("b"): if let character = beforeCursor.popLast() { afterCursor = String(character) + afterCursor }
        case .right, .control("f"): if !afterCursor.isEmpty { beforeCursor.append(afterCursor.removeFirst()) }
        case .home, .control("a"): (beforeCursor, afterCursor) = ("", text)
        case .end, .control("e"): (beforeCursor, afterCursor) = (text, "")
        case .control("u"): beforeCursor = ""
        case .control("k"): afterCursor = ""
        case .control("w"):
            while beforeCursor.last?.isWhitespace == true { beforeCursor.removeLast() }
            while let last = beforeCursor.last, !last.isWhitespace { beforeCursor.removeLast() }
        default: return false
        }
        return true
    }

    /// Returns the field in at most `width` columns, with the character after the cursor reversed.
    ///
    /// If the text is too wide, the text before the cursor has precedence.
    package func line(width: Int, _ style: Style = .plain) -> StyledLine {
        let room = max(width - 1, 0)
        var (shown, taken) = ("", 0)
        for character in beforeCursor.visible.reversed() {
            taken += character.columns
            if taken > room { break }
            shown = String(character) + shown
        }
        var cursor = style
        cursor.isReversed = true
        let rest = afterCursor.visible
        return
            (StyledLine(shown, style) + StyledLine(rest.isEmpty ? " " : String(rest.prefix(1)), cursor)
            + StyledLine(rest.dropFirst(), style)).cut(to: width)
    }
}

extension String {
    /// The text with line breaks and other control characters replaced by spaces.
    fileprivate var oneLine: String {
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: if line.last != " " { line.append(" ") }
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}
