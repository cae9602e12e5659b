extension String {
    /// Lends the text's UTF-8 to `body`, without a copy wherever the text is stored as UTF-8, as Swift's own always are.
    ///
    /// The buffer must not be kept: it ends with the call.
    @inlinable
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        if let result = unsafe try utf8.withContiguousStorageIfAvailable(body) { return result }
        // A string that is bridged from Objective-C.
        var copy = self
        return try copy.withUTF8(body)
    }
}

// Text of a wire format, a path or a file name is compared by its bytes. `String` compares by `Character`: a combining mark
// after a separator hides it, and `==` takes composed and decomposed text as equal, U+037E as `;` and U+212A as `K`.
extension StringProtocol {
    /// Whether both texts have the same UTF-8.
    package func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether the text's UTF-8 ends with that of `suffix`.
    package func hasBytes(atEnd suffix: String) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }

    /// The text with ASCII's capital letters in lower case, and nothing else changed.
    package var asciiLowercased: String {
        String(decoding: utf8.map { 65...90 ~= $0 ? $0 | 32 : $0 }, as: UTF8.self)
    }
}
