extension String {
    /// Calls `body` with the text's UTF-8, without a copy if the text is stored as UTF-8, as native Swift strings are.
    ///
    /// The buffer is valid only during the call.
    @inlinable
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        if let result = unsafe try utf8.withContiguousStorageIfAvailable(body) { return result }
        // A string bridged from Objective-C.
        var copy = self
        return try copy.withUTF8(body)
    }
}

// Compare wire formats, paths and file names by bytes. `String` compares by `Character`: a combining mark after a separator hides
// it, and `==` equates composed with decomposed text, U+037E with `;` and U+212A with `K`.
extension StringProtocol {
    /// Returns whether both texts have the same UTF-8.
    package func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Returns whether the text's UTF-8 ends with that of `suffix`.
    package func hasBytes(atEnd suffix: String) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }

    /// The text with ASCII capitals in lower case, otherwise unchanged.
    package var asciiLowercased: String {
        String(decoding: utf8.map { 65...90 ~= $0 ? $0 | 32 : $0 }, as: UTF8.self)
    }
}
