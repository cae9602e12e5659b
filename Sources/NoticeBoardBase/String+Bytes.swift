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
