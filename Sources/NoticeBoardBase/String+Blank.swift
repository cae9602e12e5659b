extension Unicode.Scalar {
    /// Whether it is drawn: neither white space nor a control character, nor made not to be seen.
    package var isVisible: Bool {
        !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && properties.generalCategory != .control
    }
}

extension String {
    /// Whether nothing of it is drawn.
    package var isBlank: Bool { !unicodeScalars.contains(where: \.isVisible) }
}
