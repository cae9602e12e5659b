/// A file name for any text, such as an account's ID or a path from the server: a hash, with no character of the text.
enum HashedName {
    /// Returns a 64-bit hash (FNV-1a) in hexadecimal digits; the picture cache compares the full path as well.
    static func of(_ text: String) -> String {
        let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return String(hash, radix: 16)
    }
}
