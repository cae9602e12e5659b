extension StringProtocol {
    /// The text with everything that could control a terminal replaced: `ESC` becomes `⟨U+1B⟩`.
    ///
    /// Replaces control characters, line breaks, bidirectional controls and stacks of combining marks.
    package var visible: String {
        // The fast path for printable ASCII.
        if utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return String(self) }
        var shown = ""
        for character in self {
            let scalars = character.unicodeScalars
            // A character may carry any number of marks, which would cover the lines above and below.
            if scalars.count > Character.maximumScalars {
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
    /// More scalars than a character of any script or emoji needs.
    fileprivate static let maximumScalars = 24
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
