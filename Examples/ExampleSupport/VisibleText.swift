extension StringProtocol {
    /// The text with everything that could act on a terminal made visible: control characters, line breaks, and those that
    /// turn the direction of a line.
    ///
    /// `ESC` becomes `⟨U+1B⟩`.
    package var visible: String {
        var shown = ""
        for scalar in unicodeScalars {
            if scalar.actsOnTerminal {
                shown += "⟨U+\(String(scalar.value, radix: 16, uppercase: true))⟩"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}

extension Unicode.Scalar {
    fileprivate var actsOnTerminal: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
