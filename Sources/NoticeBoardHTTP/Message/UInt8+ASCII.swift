extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    var isASCIIAlphanumeric: Bool {
        // With this bit, a capital is a small letter.
        48...57 ~= self || 97...122 ~= self | 0x20
    }
}
