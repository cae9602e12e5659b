extension Unicode.Scalar {
    /// Whether it is drawn: not white space, a control character or ignorable by default.
    package var isVisible: Bool {
        !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && properties.generalCategory != .control
    }
}

extension String {
    /// Whether it has no visible character.
    package var isBlank: Bool { !unicodeScalars.contains(where: \.isVisible) }
}
