/// The name of a file or a folder for a text that somebody else chose: letters of its own, whatever stands in the text.
enum PictureName {
    /// 32 letters and digits that differ for any two texts by all experience; what must not be mixed up is compared as well.
    static func of(_ text: String) -> String { hex(hash(text, 0xCBF2_9CE4_8422_2325)) + hex(hash(text, 0x9E37_79B9_7F4A_7C15)) }

    private static func hash(_ text: String, _ start: UInt64) -> UInt64 {
        var sum = text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        // The last bytes reach the first digits too.
        sum = (sum ^ (sum >> 32)) &* 0xD6E8_FEB8_6659_FD93
        return sum ^ (sum >> 29)
    }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
