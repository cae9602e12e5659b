/// A file name for any text, such as an account or a path: a hash, without a character of the text.
package enum HashedName {
    /// Returns a 64-bit hash (FNV-1a) in hexadecimal digits.
    ///
    /// Different texts may have the same hash: compare the text as well if that matters.
    package static func of(_ text: String) -> String {
        let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return String(hash, radix: 16)
    }
}
