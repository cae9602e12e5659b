/// One line of text that is being written, and where in it.
///
/// A step and a Backspace take a whole character, as a person sees it: a syllable, a flag, a family.
package struct TextField: Hashable, Sendable {
    /// What stands before the cursor.
    private var before: String
    /// What stands behind it.
    private var behind = ""

    package init(_ text: String = "") { before = text }

    package var text: String { before + behind }

    /// Takes a key; says whether it has a meaning in a field.
    package mutating func take(_ key: Key) -> Bool {
        switch key {
        case .text(let text): before += text
        case .paste(let text): before += text.oneLine
        case .backspace: _ = before.popLast()
        case .delete, .control("d"): if !behind.isEmpty { behind.removeFirst() }
        case .left, .control("b"): if let character = before.popLast() { behind = String(character) + behind }
        case .right, .control("f"): if !behind.isEmpty { before.append(behind.removeFirst()) }
        case .home, .control("a"): (before, behind) = ("", text)
        case .end, .control("e"): (before, behind) = (text, "")
        case .control("u"): before = ""
        case .control("k"): behind = ""
        case .control("w"):
            while before.last?.isWhitespace == true { before.removeLast() }
            while let last = before.last, !last.isWhitespace { before.removeLast() }
        default: return false
        }
        return true
    }

    /// The field in at most `width` columns, with the cursor on what it stands before; what it stands behind comes first into
    /// sight.
    package func line(width: Int, _ style: Style = .plain) -> StyledLine {
        let room = max(width - 1, 0)
        var (shown, taken) = ("", 0)
        for character in before.visible.reversed() {
            taken += character.columns
            if taken > room { break }
            shown = String(character) + shown
        }
        var cursor = style
        cursor.isReversed = true
        let rest = behind.visible
        return
            (StyledLine(shown, style) + StyledLine(rest.isEmpty ? " " : String(rest.prefix(1)), cursor)
            + StyledLine(rest.dropFirst(), style)).cut(to: width)
    }
}

extension String {
    /// Without line breaks and other control characters, which a line has no place for.
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
