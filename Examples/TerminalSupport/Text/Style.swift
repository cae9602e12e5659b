/// The attributes of a piece of text on a terminal.
package struct Style: Hashable, Sendable {
    package var color: Color?
    package var isBold: Bool
    package var isFaint: Bool
    package var isUnderlined: Bool
    package var isReversed: Bool

    package init(_ color: Color? = nil, bold: Bool = false, faint: Bool = false, underlined: Bool = false, reversed: Bool = false)
    {
        (self.color, isBold, isFaint, isUnderlined, isReversed) = (color, bold, faint, underlined, reversed)
    }

    package static let plain = Style()

    /// Returns the escape sequence that replaces all previous attributes with these.
    package func escapeSequence(_ depth: ColorDepth) -> String {
        var codes = ["0"]
        if isBold { codes.append("1") }
        if isFaint { codes.append("2") }
        if isUnderlined { codes.append("4") }
        if isReversed { codes.append("7") }
        if let code = color?.code(depth) { codes.append(code) }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}

/// A color as a palette index, and as RGB for terminals with more colors.
package struct Color: Hashable, Sendable {
    /// The index among the eight colors of every palette.
    let basic: UInt8
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    package init(basic: UInt8, red: UInt8, green: UInt8, blue: UInt8) {
        (self.basic, self.red, self.green, self.blue) = (basic, red, green, blue)
    }

    fileprivate func code(_ depth: ColorDepth) -> String? {
        let step = { (part: UInt8) in Int((Double(part) / 51).rounded()) }
        return switch depth {
        case .monochrome: nil
        case .palette: "3\(basic)"
        case .cube: "38;5;\(16 + 36 * step(red) + 6 * step(green) + step(blue))"
        case .full: "38;2;\(red);\(green);\(blue)"
        }
    }
}

/// The range of colors that a terminal supports.
package enum ColorDepth: Sendable {
    case monochrome
    /// The user's palette of eight colors.
    case palette
    /// 216 colors: six levels each of red, green and blue.
    case cube
    /// 24-bit color.
    case full

    /// Reads `NO_COLOR`, `COLORTERM` and `TERM` from the environment.
    package init(_ environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        self =
            if !(environment["NO_COLOR"] ?? "").isEmpty || term == "dumb" {
                .monochrome
            } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") {
                .full
            } else {
                term.contains("256color") ? .cube : .palette
            }
    }
}
