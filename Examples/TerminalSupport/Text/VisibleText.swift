extension StringProtocol {
    /// The text with everything that could act on a terminal made visible: control characters, line breaks, those that turn the
    /// direction of a line, and piles of marks.
    ///
    /// `ESC` becomes `⟨U+1B⟩`.
    package var visible: String {
        // Most text is harmless, which bytes tell at once.
        if utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return String(self) }
        var shown = ""
        for character in self {
            let scalars = character.unicodeScalars
            // A mark may stand on a mark without end, over the lines above and below.
            if scalars.count > Character.mostScalars {
                shown += "⟨…⟩"
            } else if scalars.contains(where: \.actsOnTerminal) {
                for scalar in scalars { shown += scalar.visible }
            } else {
                shown.append(character)
            }
        }
        return shown
    }
}

extension Character {
    /// More than any writing or family needs.
    fileprivate static let mostScalars = 24
}

extension Unicode.Scalar {
    fileprivate var visible: String {
        actsOnTerminal ? "⟨U+\(String(value, radix: 16, uppercase: true))⟩" : String(Character(self))
    }

    fileprivate var actsOnTerminal: Bool {
        switch value {
        case 0x20..<0x7F, 0xAC00...0xD7A3: return false
        default: break
        }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isBidiControl
        }
    }
}
