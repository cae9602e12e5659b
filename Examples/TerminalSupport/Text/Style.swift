/// How a piece of text looks.
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

    /// What turns it on, from whatever was on before.
    package func sequence(_ depth: ColorDepth) -> String {
        var codes = ["0"]
        if isBold { codes.append("1") }
        if isFaint { codes.append("2") }
        if isUnderlined { codes.append("4") }
        if isReversed { codes.append("7") }
        if let code = color?.code(depth) { codes.append(code) }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}

/// A colour of the reader's own palette, and what it is where the terminal can show any.
package struct Color: Hashable, Sendable {
    /// Of the eight that every palette has.
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
        case .none: nil
        case .palette: "3\(basic)"
        case .cube: "38;5;\(16 + 36 * step(red) + 6 * step(green) + step(blue))"
        case .full: "38;2;\(red);\(green);\(blue)"
        }
    }
}

/// How many colours there are.
package enum ColorDepth: Sendable {
    case none
    /// Eight, as the reader chose them.
    case palette
    /// 216, six of each part.
    case cube
    case full

    /// What the environment says: `NO_COLOR`, `COLORTERM` and the name of the terminal.
    package init(_ environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        self =
            if !(environment["NO_COLOR"] ?? "").isEmpty || term == "dumb" {
                .none
            } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") {
                .full
            } else {
                term.contains("256color") ? .cube : .palette
            }
    }
}
