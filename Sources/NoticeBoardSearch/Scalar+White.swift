extension Unicode.Scalar {
    /// Whether it is white space.
    ///
    /// Printable ASCII and scalars above the ideographic space need no lookup.
    var isWhite: Bool {
        switch value {
        case 0x21...0x7E, 0x3001...: false
        default: properties.isWhitespace
        }
    }
}
